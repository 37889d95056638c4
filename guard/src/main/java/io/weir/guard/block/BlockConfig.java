package io.weir.guard.block;

import io.weir.classify.Cidr;
import io.weir.policy.rule.Subject;
import io.weir.time.Scheduler;
import io.weir.time.TimeSource;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * How blocks are kept.
 *
 * @param scheduler runs the work in the background
 * @param never networks of which rules block no part, such as trusted proxies and those that a bypass exempts; loopback
 *     need not be named
 * @param people tells whether people have logged in from an address; rules make it pass a challenge then, instead of
 *     blocking it
 */
public record BlockConfig(
        TimeSource time,
        Scheduler scheduler,
        Supplier<Collection<Cidr>> never,
        Function<Subject, CompletionStage<Boolean>> people,
        BlockListener listener) {

    public static BlockConfig of(TimeSource time, Scheduler scheduler) {
        return new BlockConfig(
                time, scheduler, List::of, subject -> CompletableFuture.completedStage(false), event -> {});
    }

    public BlockConfig withNever(Supplier<Collection<Cidr>> others) {
        return new BlockConfig(time, scheduler, others, people, listener);
    }

    /** Returns the settings with another source of what is known of people at an address, such as {@code AddressLogins}. */
    public BlockConfig withPeople(Function<Subject, CompletionStage<Boolean>> others) {
        return new BlockConfig(time, scheduler, never, others, listener);
    }

    public BlockConfig withListener(BlockListener other) {
        return new BlockConfig(time, scheduler, never, people, other);
    }

    Instant now() {
        return Instant.EPOCH.plus(time.nowMicros(), ChronoUnit.MICROS);
    }
}
