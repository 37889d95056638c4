package io.weir.metrics.store;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.weir.failure.SafeStore;
import io.weir.failure.Safeguards;
import io.weir.limit.Algorithm;
import io.weir.limit.Decision;
import io.weir.memory.MemoryStore;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Receipt;
import io.weir.store.Store;
import io.weir.store.spi.ForwardingStore;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Measures a store: {@code rate_limiter.check} times its calls and {@code rate_limiter.requests} counts its decisions,
 * both by algorithm and outcome; {@code rate_limiter.burst.usage} and {@code .fill.rate} show the use of the limits;
 * {@code rate_limiter.store.errors} counts failed calls, and {@code rate_limiter.degraded} counts decisions made
 * without the shared store. Keys are never tags. Thread-safe.
 */
public final class MeteredStore extends ForwardingStore {

    /** The algorithm tag of a call on several algorithms. */
    private static final String SEVERAL = "several";

    private final Clock clock;
    private final Runnable failed;
    private final AlgorithmMeters<Timer> checks;
    private final AlgorithmMeters<Counter> requests;
    private final List<LimitUsage> usages;
    private final Counter degraded;

    public MeteredStore(Store store, MeterRegistry registry) {
        this(store, registry, StoreErrors.counter(registry)::increment);
    }

    private MeteredStore(Store store, MeterRegistry registry, Runnable failed) {
        super(store);
        this.clock = registry.config().clock();
        this.failed = failed;
        this.checks = AlgorithmMeters.of(
                SEVERAL,
                (algorithm, allowed) -> CheckTimes.histogram("rate_limiter.check")
                        .description("Time to decide a call")
                        .tag("algorithm", algorithm)
                        .tag("allowed", allowed)
                        .register(registry));
        this.requests = AlgorithmMeters.of(
                SEVERAL,
                (algorithm, allowed) -> Counter.builder("rate_limiter.requests")
                        .description("Decisions on charges")
                        .tag("algorithm", algorithm)
                        .tag("allowed", allowed)
                        .register(registry));
        this.usages = Arrays.stream(Algorithm.values())
                .map(algorithm -> new LimitUsage(algorithm, registry))
                .toList();
        this.degraded = Counter.builder("rate_limiter.degraded")
                .description("Decisions made without the shared store")
                .register(registry);
    }

    /** Returns a memory store with meters for its calls and its memory. */
    public static MeteredStore around(MemoryStore memory, MeterRegistry registry) {
        new MemoryStoreMetrics(memory).bindTo(registry);
        return new MeteredStore(memory, registry);
    }

    /**
     * Returns a shared store with safeguards. It is measured outside of them, as callers see it, and inside, where the
     * store is asked. So errors and times of the store are visible even if the safeguards hide them from callers.
     */
    public static MeteredStore around(Store shared, Safeguards safeguards, MeterRegistry registry) {
        SafeStore safe = safeguards.around(new TimedStore(shared, registry));
        new SafeStoreMetrics(safe).bindTo(registry);
        new MemoryStoreMetrics(safe).bindTo(registry);
        return new MeteredStore(safe, registry, () -> {});
    }

    @Override
    public CompletionStage<Answer> charge(List<Charge> charges) {
        long start = clock.monotonicTime();
        CompletionStage<Answer> stage = store().charge(charges);
        // Memory answers at once, and one more stage would cost as much as its answer.
        if (stage.getClass() == CompletableFuture.class) {
            CompletableFuture<Answer> known = stage.toCompletableFuture();
            if (known.isDone() && !known.isCompletedExceptionally()) {
                record(charges, known.join(), start);
                return known;
            }
        }
        return stage.whenComplete((answer, failure) -> {
            if (failure == null) {
                record(charges, answer, start);
            } else {
                failed.run();
            }
        });
    }

    private void record(List<Charge> charges, Answer answer, long start) {
        time(start, algorithm(charges), answer.allowed());
        for (int i = 0; i < charges.size(); i++) {
            count(charges.get(i), answer.decisions().get(i));
        }
    }

    @Override
    public Decision chargeNow(Charge charge) {
        long start = clock.monotonicTime();
        Decision decision;
        try {
            decision = store().chargeNow(charge);
        } catch (RuntimeException failure) {
            failed.run();
            throw failure;
        }
        time(start, charge.limit().algorithm(), decision.allowed());
        count(charge, decision);
        return decision;
    }

    private void time(long start, @Nullable Algorithm algorithm, boolean allowed) {
        long nanos = clock.monotonicTime() - start;
        checks.get(algorithm, allowed).record(nanos, TimeUnit.NANOSECONDS);
    }

    @SuppressWarnings("EnumOrdinal") // In the order of the algorithms.
    private void count(Charge charge, Decision decision) {
        Algorithm algorithm = charge.limit().algorithm();
        requests.get(algorithm, decision.allowed()).increment();
        usages.get(algorithm.ordinal()).record(charge.limit(), decision);
        if (decision.degraded()) {
            degraded.increment();
        }
    }

    /** Returns the single algorithm of all charges, or null if there are several. */
    private static @Nullable Algorithm algorithm(List<Charge> charges) {
        Algorithm one = null;
        for (Charge charge : charges) {
            Algorithm algorithm = charge.limit().algorithm();
            if (one != null && algorithm != one) {
                return null;
            }
            one = algorithm;
        }
        return one;
    }

    @Override
    public CompletionStage<List<Decision>> peek(List<Charge> charges) {
        return counted(store().peek(charges));
    }

    @Override
    public CompletionStage<Void> giveBack(Receipt receipt) {
        return counted(store().giveBack(receipt));
    }

    @Override
    public CompletionStage<Void> forget(Charge charge) {
        return counted(store().forget(charge));
    }

    private <T> CompletionStage<T> counted(CompletionStage<T> stage) {
        return stage.whenComplete((result, failure) -> {
            if (failure != null) {
                failed.run();
            }
        });
    }
}
