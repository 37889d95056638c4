package io.weir.service.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.prometheus.metrics.model.registry.Collector;
import io.weir.service.http.Incoming;
import io.weir.service.http.Reply;
import io.weir.service.http.ReplyBody;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ScrapesTest {

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Scrapes scrapes = new Scrapes(registry);

    @AfterEach
    void stop() {
        scrapes.close();
    }

    private CompletableFuture<Reply> scrape(String target, HttpHeaders headers) {
        return scrapes.endpoints().get(0).reply(new Incoming(HttpMethod.GET, target, headers, null));
    }

    private CompletableFuture<Reply> scrape() {
        return scrape("/actuator/prometheus", new DefaultHttpHeaders());
    }

    @Test
    void waitingScrapesShareTheNextText() throws Exception {
        AtomicInteger texts = new AtomicInteger();
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch gathered = new CountDownLatch(1);
        Gauge.builder("texts", () -> {
                    first.countDown();
                    await(gathered);
                    return texts.incrementAndGet();
                })
                .register(registry);

        CompletableFuture<Reply> early = scrape();
        await(first);
        List<CompletableFuture<Reply>> late = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            late.add(scrape());
        }
        gathered.countDown();

        assertThat(early.get(30, TimeUnit.SECONDS).body().text()).contains("texts 1.0");
        ReplyBody shared = late.get(0).get(30, TimeUnit.SECONDS).body();
        assertThat(shared.text()).contains("texts 2.0");
        assertThat(late)
                .allSatisfy(each ->
                        assertThat(each.get(30, TimeUnit.SECONDS).body()).isSameAs(shared));
        assertThat(texts).hasValue(2);
    }

    private static int await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
        return 0;
    }

    @Test
    void aFailureIsReturnedAndTheNextScrapeWorks() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        Collector failing = () -> {
            if (asked.getAndIncrement() == 0) {
                throw new IllegalStateException("not now");
            }
            return null;
        };
        registry.getPrometheusRegistry().register(failing);
        assertThat(scrape().get(30, TimeUnit.SECONDS).status().code()).isEqualTo(500);
        assertThat(scrape().get(30, TimeUnit.SECONDS).status().code()).isEqualTo(200);
    }

    @Test
    void writesOnlyTheMetersThatAreNamed() throws Exception {
        registry.counter("apples").increment();
        registry.counter("pears").increment();
        String text = scrape("/actuator/prometheus?includedNames=apples,plums", new DefaultHttpHeaders())
                .get(30, TimeUnit.SECONDS)
                .body()
                .text();
        assertThat(text).contains("apples_total 1.0").doesNotContain("pears");
    }

    @ParameterizedTest
    @CsvSource({
        "*/*, 200, text/plain",
        "text/plain, 200, text/plain",
        "application/openmetrics-text; version=1.0.0, 200, application/openmetrics-text",
        "image/png, 406, application/problem+json"
    })
    void writesWhatTheClientAccepts(String accept, int status, String contentType) throws Exception {
        Reply reply = scrape("/actuator/prometheus", new DefaultHttpHeaders().add("Accept", accept))
                .get(30, TimeUnit.SECONDS);
        assertThat(reply.status().code()).isEqualTo(status);
        assertThat(reply.headers().get("Content-Type")).startsWith(contentType);
    }

    @Test
    void anUnknownParameterOfAScrapeIsRejected() throws Exception {
        Reply reply =
                scrape("/actuator/prometheus?names=a", new DefaultHttpHeaders()).get(30, TimeUnit.SECONDS);
        assertThat(reply.status().code()).isEqualTo(400);
    }
}
