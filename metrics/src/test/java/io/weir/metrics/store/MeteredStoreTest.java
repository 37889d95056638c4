package io.weir.metrics.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.memory.MemoryStore;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Store;
import io.weir.time.ManualTime;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MeteredStoreTest {

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final MemoryStore memory = new MemoryStore(ManualTime.create());
    private final Store store = new MeteredStore(memory, registry);

    private double requests(String algorithm, boolean allowed) {
        return registry.get("rate_limiter.requests")
                .tag("algorithm", algorithm)
                .tag("allowed", Boolean.toString(allowed))
                .counter()
                .count();
    }

    private long checks(String algorithm, boolean allowed) {
        return registry.get("rate_limiter.check")
                .tag("algorithm", algorithm)
                .tag("allowed", Boolean.toString(allowed))
                .timer()
                .count();
    }

    @Test
    void countsDecisionsByAlgorithmAndOutcome() {
        Limit limit = Limit.parse("2/min");
        for (int i = 0; i < 5; i++) {
            store.chargeNow(Charge.of("key", limit));
        }
        store.charge(List.of(Charge.of("other", limit))).toCompletableFuture().join();
        assertThat(requests("token_bucket", true)).isEqualTo(3);
        assertThat(requests("token_bucket", false)).isEqualTo(3);
        assertThat(checks("token_bucket", true)).isEqualTo(3);
        assertThat(checks("token_bucket", false)).isEqualTo(3);
        assertThat(requests("fixed_window", true)).isZero();
    }

    @Test
    void showsTheUsedPartOfTheBurstAndItsRefillRate() {
        Limit limit = Limit.parse("300/min burst 10");
        store.chargeNow(Charge.of("key", limit, 5));
        store.chargeNow(Charge.of("key", limit, 4));
        store.chargeNow(Charge.of("key", limit, 4));
        DistributionSummary usage = registry.get("rate_limiter.burst.usage")
                .tag("algorithm", "token_bucket")
                .summary();
        assertThat(usage.count()).isEqualTo(3);
        assertThat(usage.totalAmount()).isEqualTo(50 + 90 + 90);
        assertThat(usage.max()).isEqualTo(90);
        assertThat(Arrays.stream(usage.takeSnapshot().histogramCounts())
                        .map(bucket -> bucket.bucket() + " " + bucket.count()))
                .contains("50.0 1.0", "80.0 1.0", "90.0 3.0", "100.0 3.0");
        assertThat(fillRate("token_bucket")).isEqualTo(5);
        assertThat(fillRate("leaky_bucket")).isZero();
    }

    private double fillRate(String algorithm) {
        return registry.get("rate_limiter.fill.rate")
                .tag("algorithm", algorithm)
                .gauge()
                .value();
    }

    @Test
    void aFloodOfKeysAddsNoSeries() {
        int before = registry.getMeters().size();
        Limit limit = Limit.parse("2/min");
        for (int i = 0; i < 10_000; i++) {
            store.chargeNow(Charge.of("key" + i, limit));
        }
        assertThat(registry.getMeters()).hasSize(before);
    }

    @Test
    void timesACallOnSeveralAlgorithmsOnceAndCountsEachCharge() {
        Charge bucket = Charge.of("key", Limit.parse("2/min"));
        Charge window = Charge.of("key", Algorithm.FIXED_WINDOW.limit(Rate.perMinute(2)));
        store.charge(List.of(bucket, window)).toCompletableFuture().join();
        assertThat(checks("several", true)).isEqualTo(1);
        assertThat(requests("token_bucket", true)).isEqualTo(1);
        assertThat(requests("fixed_window", true)).isEqualTo(1);
    }

    @Test
    void answersAsTheStoreDoes() {
        Limit limit = Limit.parse("2/min");
        Answer answer = store.charge(List.of(Charge.of("key", limit, 2)))
                .toCompletableFuture()
                .join();
        assertThat(answer.allowed()).isTrue();
        store.giveBack(answer.receipt());
        assertThat(store.peek(List.of(Charge.of("key", limit)))
                        .toCompletableFuture()
                        .join()
                        .get(0)
                        .remaining())
                .isEqualTo(2);
        store.chargeNow(Charge.of("key", limit));
        store.forget(Charge.of("key", limit));
        assertThat(memory.usage().cells()).isZero();
    }

    @Test
    void countsFailedCalls() {
        Store failing = new MeteredStore(new TimedStoreTest.FailingStore(), registry);
        Charge charge = Charge.of("key", Limit.parse("2/min"));
        assertThat(failing.charge(List.of(charge)).toCompletableFuture()).isCompletedExceptionally();
        assertThat(failing.peek(List.of(charge)).toCompletableFuture()).isCompletedExceptionally();
        assertThatThrownBy(() -> failing.chargeNow(charge)).hasMessage("down");
        assertThat(registry.get("rate_limiter.store.errors").counter().count()).isEqualTo(3);
    }

    @Test
    void noMeterHasAKey() {
        store.chargeNow(Charge.of("secret", Limit.parse("2/min")));
        assertThat(registry.getMeters())
                .allSatisfy(meter -> assertThat(meter.getId().toString()).doesNotContain("secret"));
    }

    @Test
    void showsHowFullTheMemoryIs() {
        new MemoryStoreMetrics(memory).bindTo(registry);
        store.chargeNow(Charge.of("key", Limit.parse("2/min")));
        assertThat(registry.get("rate_limiter.active_keys").gauge().value()).isEqualTo(1);
        assertThat(registry.get("rate_limiter.memory.used").gauge().value()).isBetween(100.0, 300.0);
        assertThat(registry.get("rate_limiter.memory.max").gauge().value()).isPositive();
        assertThat(registry.get("rate_limiter.evictions")
                        .tag("reason", "idle")
                        .functionCounter()
                        .count())
                .isZero();
        assertThat(registry.get("rate_limiter.overflow").functionCounter().count())
                .isZero();
    }
}
