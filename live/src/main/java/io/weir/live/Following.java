package io.weir.live;

import io.weir.limit.Scheduler;
import io.weir.limit.TimeSource;
import io.weir.policy.Policy;
import io.weir.policyfile.PolicyReader;
import io.weir.policyfile.PolicyText;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How to follow a document.
 *
 * @param copyIn a folder that keeps the last good one, for a start without its home
 * @param seed what to begin with where there is none
 * @param fallback what is in force as long as there is neither document nor seed
 */
public record Following(
        Home home,
        PolicyReader reader,
        Optional<Path> copyIn,
        List<PolicyText> seed,
        Policy fallback,
        TimeSource time,
        Scheduler scheduler) {

    public Following {
        seed = List.copyOf(seed);
    }

    public static Following of(Home home, PolicyReader reader) {
        return new Following(
                home, reader, Optional.empty(), List.of(), Policy.of(), TimeSource.system(), Scheduler.system());
    }

    public Following withCopyIn(Path folder) {
        return new Following(home, reader, Optional.of(folder), seed, fallback, time, scheduler);
    }

    public Following withSeed(List<PolicyText> texts) {
        return new Following(home, reader, copyIn, texts, fallback, time, scheduler);
    }

    public Following withFallback(Policy policy) {
        return new Following(home, reader, copyIn, seed, policy, time, scheduler);
    }

    /** The same on another clock, for tests. */
    public Following on(TimeSource otherTime, Scheduler otherScheduler) {
        return new Following(home, reader, copyIn, seed, fallback, otherTime, otherScheduler);
    }

    Instant now() {
        return Instant.EPOCH.plus(time.nowMicros(), ChronoUnit.MICROS).truncatedTo(ChronoUnit.MILLIS);
    }

    /** The policy in its texts; throws an {@link IllegalArgumentException} with all that is wrong with them. */
    Policy written(PolicyContent content) {
        return content.files().isEmpty() ? Policy.of() : reader.read(content.files());
    }

    /**
     * Begins, with a policy in force when this returns: it waits for the home, but not for long.
     *
     * @param listener is given every policy that is to be in force, one after the other
     */
    public LivePolicy start(Consumer<Policy> listener) {
        LivePolicy live = new LivePolicy(this, listener);
        live.start();
        return live;
    }
}
