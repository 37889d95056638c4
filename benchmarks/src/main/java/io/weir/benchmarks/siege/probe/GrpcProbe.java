package io.weir.benchmarks.siege.probe;

import io.envoyproxy.envoy.extensions.common.ratelimit.v3.RateLimitDescriptor;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitRequest;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitServiceGrpc;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import io.weir.benchmarks.siege.BesiegedService;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** A caller of ShouldRateLimit with the check token, at a fixed pace, in the role of Envoy. */
public final class GrpcProbe {

    private static final long EVERY_MILLIS = 10;

    private final ManagedChannel channel;
    private final Histogram micros = new Histogram(3);
    private final Thread thread = new Thread(this::run, "grpc-probe");
    private long failed;
    private volatile boolean stopped;

    private GrpcProbe(int port) {
        channel =
                NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
    }

    public static GrpcProbe start(int port) {
        GrpcProbe probe = new GrpcProbe(port);
        probe.thread.setDaemon(true);
        probe.thread.start();
        return probe;
    }

    /** Ends the probe, and reports how many of its calls were answered, with percentiles in milliseconds. */
    public String stop() throws InterruptedException {
        stopped = true;
        thread.join();
        channel.shutdownNow();
        return String.format(
                Locale.ROOT,
                "%,d of %,d answered, p50 / p99 %.2f / %.2f ms",
                micros.getTotalCount() - failed,
                micros.getTotalCount(),
                micros.getValueAtPercentile(50) / 1e3,
                micros.getValueAtPercentile(99) / 1e3);
    }

    private void run() {
        Metadata token = new Metadata();
        token.put(
                Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer " + BesiegedService.TOKEN);
        RateLimitServiceGrpc.RateLimitServiceBlockingStub stub = RateLimitServiceGrpc.newBlockingStub(channel)
                .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(token));
        RateLimitRequest request = RateLimitRequest.newBuilder()
                .setDomain("siege")
                .addDescriptors(RateLimitDescriptor.newBuilder()
                        .addEntries(RateLimitDescriptor.Entry.newBuilder()
                                .setKey("user")
                                .setValue("one")))
                .build();
        long due = System.nanoTime();
        while (!stopped) {
            try {
                TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
                stub.withDeadlineAfter(Probe.LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS)
                        .shouldRateLimit(request);
            } catch (StatusRuntimeException failure) {
                failed++;
            } catch (InterruptedException ended) {
                return;
            }
            long nanos = Math.min(System.nanoTime() - due, Probe.LONGEST_WAIT.toNanos());
            micros.recordValue(nanos / 1_000);
            due += TimeUnit.MILLISECONDS.toNanos(EVERY_MILLIS);
        }
    }
}
