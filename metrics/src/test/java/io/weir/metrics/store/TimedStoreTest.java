package io.weir.metrics.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.failure.Safeguards;
import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.memory.MemoryStore;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Receipt;
import io.weir.store.Scope;
import io.weir.store.Store;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Meters of a shared store behind its safeguards. */
final class TimedStoreTest {

    private static final Charge CHARGE = Charge.of("key", Limit.parse("2/h"));

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private long calls(String call, String outcome) {
        return registry.get("rate_limiter.store.calls")
                .tags("call", call, "outcome", outcome)
                .timer()
                .count();
    }

    private double errors() {
        return registry.get("rate_limiter.store.errors").counter().count();
    }

    private double gauge(String name) {
        return registry.get(name).gauge().value();
    }

    @Test
    void failuresHiddenBySafeguardsCountAsErrorsOfTheStore() {
        try (Store store = MeteredStore.around(new FailingStore(), Safeguards.defaults(), registry)) {
            for (int i = 0; i < 3; i++) {
                assertThat(store.chargeNow(CHARGE).degraded()).isTrue();
            }
            store.peek(List.of(CHARGE)).toCompletableFuture().join();
            // Decisions that this process made by itself meanwhile.
            assertThat(gauge("rate_limiter.active_keys")).isEqualTo(1);
            assertThat(store.forget(CHARGE).toCompletableFuture()).isCompletedExceptionally();
        }
        assertThat(calls("charge", "failed")).isEqualTo(3);
        assertThat(calls("charge", "ok")).isZero();
        assertThat(calls("peek", "failed")).isEqualTo(1);
        assertThat(calls("forget", "failed")).isEqualTo(1);
        assertThat(errors()).isEqualTo(5);
        assertThat(registry.get("rate_limiter.degraded").counter().count()).isEqualTo(3);
    }

    @Test
    void timesOnlyCallsThatReachTheStore() {
        Safeguards safeguards = Safeguards.defaults();
        try (Store store = MeteredStore.around(new MemoryStore(), safeguards, registry)) {
            Answer answer = store.charge(List.of(CHARGE)).toCompletableFuture().join();
            store.giveBack(answer.receipt()).toCompletableFuture().join();
            store.forget(CHARGE).toCompletableFuture().join();
            store.chargeNow(CHARGE.withScope(Scope.NODE));
            for (int i = 0; i < 5; i++) {
                store.chargeNow(CHARGE);
            }
        }
        // One charge, then two that fit and one that does not; the deny cache repeats the denial twice.
        assertThat(calls("charge", "ok")).isEqualTo(4);
        assertThat(registry.get("rate_limiter.repeated_denials")
                        .functionCounter()
                        .count())
                .isEqualTo(2);
        assertThat(calls("give_back", "ok")).isEqualTo(1);
        assertThat(calls("forget", "ok")).isEqualTo(1);
        assertThat(errors()).isZero();
        assertThat(gauge("rate_limiter.store.degraded")).isZero();
        assertThat(gauge("rate_limiter.active_keys")).isEqualTo(1);
    }

    /** A store that is down. */
    static final class FailingStore implements Store {
        @Override
        public CompletionStage<Answer> charge(List<Charge> charges) {
            return CompletableFuture.failedStage(new IllegalStateException("down"));
        }

        @Override
        public CompletionStage<List<Decision>> peek(List<Charge> charges) {
            return CompletableFuture.failedStage(new IllegalStateException("down"));
        }

        @Override
        public CompletionStage<Void> giveBack(Receipt receipt) {
            return CompletableFuture.failedStage(new IllegalStateException("down"));
        }

        @Override
        public CompletionStage<Void> forget(Charge charge) {
            return CompletableFuture.failedStage(new IllegalStateException("down"));
        }

        @Override
        public void close() {}
    }
}
