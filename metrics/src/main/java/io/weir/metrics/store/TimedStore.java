package io.weir.metrics.store;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.weir.limit.Decision;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Receipt;
import io.weir.store.Store;
import io.weir.store.spi.ForwardingStore;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * Measures a shared store inside its safeguards. {@code rate_limiter.store.calls} times the calls that reach the store
 * until they are answered, even if this is too late for the caller. {@code rate_limiter.store.errors} counts its
 * failures, even if callers never see them.
 */
final class TimedStore extends ForwardingStore {

    private record Timers(Timer ok, Timer failed) {}

    private final Clock clock;
    private final Counter errors;
    private final Timers charge;
    private final Timers peek;
    private final Timers giveBack;
    private final Timers forget;

    TimedStore(Store store, MeterRegistry registry) {
        super(store);
        this.clock = registry.config().clock();
        this.errors = StoreErrors.counter(registry);
        this.charge = timers("charge", registry);
        this.peek = timers("peek", registry);
        this.giveBack = timers("give_back", registry);
        this.forget = timers("forget", registry);
    }

    private static Timers timers(String call, MeterRegistry registry) {
        return new Timers(timer(call, "ok", registry), timer(call, "failed", registry));
    }

    private static Timer timer(String call, String outcome, MeterRegistry registry) {
        return CheckTimes.histogram("rate_limiter.store.calls")
                .description("Time until the shared store answered, or failed")
                .tag("call", call)
                .tag("outcome", outcome)
                .register(registry);
    }

    private <T> CompletionStage<T> timed(Timers timers, long start, CompletionStage<T> answer) {
        return answer.whenComplete((value, failure) -> {
            long nanos = clock.monotonicTime() - start;
            (failure == null ? timers.ok() : timers.failed()).record(nanos, TimeUnit.NANOSECONDS);
            if (failure != null) {
                errors.increment();
            }
        });
    }

    @Override
    public CompletionStage<Answer> charge(List<Charge> charges) {
        long start = clock.monotonicTime();
        return timed(charge, start, store().charge(charges));
    }

    @Override
    public CompletionStage<List<Decision>> peek(List<Charge> charges) {
        long start = clock.monotonicTime();
        return timed(peek, start, store().peek(charges));
    }

    @Override
    public CompletionStage<Void> giveBack(Receipt receipt) {
        long start = clock.monotonicTime();
        return timed(giveBack, start, store().giveBack(receipt));
    }

    @Override
    public CompletionStage<Void> forget(Charge counter) {
        long start = clock.monotonicTime();
        return timed(forget, start, store().forget(counter));
    }
}
