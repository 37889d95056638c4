package io.weir.failure;

import io.weir.memory.MemoryStore;
import io.weir.store.Store;
import io.weir.time.Scheduler;
import io.weir.time.TimeSource;
import java.time.Duration;

/**
 * Settings that protect callers from a shared store that fails or is slow. {@code
 * Safeguards.defaults().around(RedisStore.connect(uri))} is a store that always answers, and answers soon.
 *
 * @param deadline how long a call may wait for the shared store
 * @param mostWaiting how many calls may wait for it at the same time
 * @param localShare the part of a limit that this process grants by itself while the shared store fails: 1 for the
 *     whole limit, 0.25 if four processes together must not grant more than the limit
 * @param mostDenials how many denials are remembered; 0 for none
 */
public record Safeguards(Duration deadline, int mostWaiting, double localShare, int mostDenials) {

    public static Safeguards defaults() {
        return new Safeguards(Duration.ofMillis(50), 10_000, 1, 100_000);
    }

    public Safeguards withDeadline(Duration other) {
        return new Safeguards(other, mostWaiting, localShare, mostDenials);
    }

    public Safeguards withMostWaiting(int calls) {
        return new Safeguards(deadline, calls, localShare, mostDenials);
    }

    public Safeguards withLocalShare(double share) {
        return new Safeguards(deadline, mostWaiting, share, mostDenials);
    }

    public Safeguards withMostDenials(int denials) {
        return new Safeguards(deadline, mostWaiting, localShare, denials);
    }

    /** Returns a store that protects the given one; closing it closes the given store too. */
    public SafeStore around(Store shared) {
        return around(shared, TimeSource.system(), Scheduler.system());
    }

    /** Does the same with other clocks, for tests. */
    public SafeStore around(Store shared, TimeSource time, Scheduler scheduler) {
        DeadlineStore inTime = new DeadlineStore(shared, deadline, mostWaiting, scheduler);
        BreakerStore breaker = new BreakerStore(inTime, scheduler);
        boolean remembers = mostDenials > 0 && !shared.mayDenyWrongly();
        DenyCacheStore cache = new DenyCacheStore(breaker, remembers ? mostDenials : 0, scheduler);
        MemoryStore gone = new MemoryStore(time);
        FallbackStore fallback = new FallbackStore(cache, gone, localShare, time, scheduler);
        return new SafeStore(fallback, new MemoryStore(time), new SafeStore.Parts(inTime, breaker, cache, gone));
    }
}
