package io.weir.service;

import io.netty.handler.codec.http.HttpHeaderNames;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/** {@code weir bench}: sends checks to a running server as fast as it answers, and says how fast that was. */
@Command(
        name = "bench",
        description = "Loads a running server with checks and says how fast it answers.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  weir bench --requests 200000 --connections 64 --keys 100000"})
final class BenchCommand implements Callable<Integer> {

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Option(
            names = "--requests",
            paramLabel = "<n>",
            defaultValue = "100000",
            description = "How many checks to send, 100000 by default.")
    private int requests;

    @Option(
            names = "--connections",
            paramLabel = "<n>",
            defaultValue = "32",
            description = "How many connections send at once, 32 by default.")
    private int connections;

    @Option(
            names = "--keys",
            paramLabel = "<n>",
            defaultValue = "1000",
            description = "How many keys the checks are spread over, 1000 by default.")
    private int keys;

    private final Histogram latencies = new ConcurrentHistogram(TimeUnit.SECONDS.toNanos(60), 3);
    private final LongAdder allowed = new LongAdder();
    private final LongAdder denied = new LongAdder();
    private final LongAdder failed = new LongAdder();

    @Override
    public Integer call() {
        if (requests < 1 || connections < 1 || keys < 1) {
            throw new ParameterException(
                    spec().commandLine(), "--requests, --connections and --keys must be at least 1");
        }
        long start = System.nanoTime();
        try (ProgressBar progress = new ProgressBarBuilder()
                .setTaskName("checks")
                .setInitialMax(requests)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(250)
                .build()) {
            load(progress);
        }
        report(System.nanoTime() - start);
        return failed.sum() == 0 ? 0 : 1;
    }

    private void load(ProgressBar progress) {
        ConnectionProvider pool = ConnectionProvider.create("bench", connections);
        HttpClient client = HttpClient.create(pool)
                .baseUrl(server.url().toString())
                .responseTimeout(Duration.ofSeconds(10))
                .headers(headers -> {
                    if (server.token() != null) {
                        headers.set(HttpHeaderNames.AUTHORIZATION, "Bearer " + server.token());
                    }
                });
        try {
            Flux.range(0, requests)
                    .flatMap(number -> check(client, number).doFinally(end -> progress.step()), connections, 1)
                    .blockLast();
        } finally {
            pool.dispose();
        }
    }

    private Mono<Integer> check(HttpClient client, int number) {
        return Mono.defer(() -> {
            long sent = System.nanoTime();
            return client.get()
                    .uri("/api/v1/rate-limit/check?key=bench-" + number % keys)
                    .responseSingle((response, body) ->
                            body.asByteArray().thenReturn(response.status().code()))
                    .doOnNext(status -> {
                        latencies.recordValue(Math.min(System.nanoTime() - sent, latencies.getHighestTrackableValue()));
                        (status == 200 ? allowed : status == 429 ? denied : failed).increment();
                    })
                    .onErrorResume(unanswered -> {
                        failed.increment();
                        return Mono.just(0);
                    });
        });
    }

    private void report(long nanos) {
        PrintWriter out = spec().commandLine().getOut();
        out.printf(
                Locale.ROOT,
                "%,d checks in %.1f s: %,.0f per second%n",
                requests,
                nanos / 1e9,
                requests / (nanos / 1e9));
        out.printf(Locale.ROOT, "%,d allowed, %,d denied, %,d failed%n", allowed.sum(), denied.sum(), failed.sum());
        out.printf(
                Locale.ROOT,
                "latency p50 %.2f ms, p95 %.2f ms, p99 %.2f ms, longest %.2f ms%n",
                millis(50),
                millis(95),
                millis(99),
                millis(100));
        out.flush();
    }

    private double millis(double percentile) {
        return latencies.getValueAtPercentile(percentile) / 1e6;
    }

    private CommandSpec spec() {
        if (spec == null) {
            throw new IllegalStateException("run by picocli only");
        }
        return spec;
    }
}
