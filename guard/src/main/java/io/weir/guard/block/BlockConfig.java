package io.weir.guard.block;

import io.weir.classify.Cidr;
import io.weir.time.Scheduler;
import io.weir.time.TimeSource;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/**
 * How blocks are kept.
 *
 * @param scheduler runs the work in the background
 * @param never networks of which rules block no part, such as trusted proxies and those that a bypass exempts; loopback
 *     need not be named
 */
public record BlockConfig(
        TimeSource time, Scheduler scheduler, Supplier<Collection<Cidr>> never, BlockListener listener) {

    public static BlockConfig of(TimeSource time, Scheduler scheduler) {
        return new BlockConfig(time, scheduler, List::of, event -> {});
    }

    public BlockConfig withNever(Supplier<Collection<Cidr>> others) {
        return new BlockConfig(time, scheduler, others, listener);
    }

    public BlockConfig withListener(BlockListener other) {
        return new BlockConfig(time, scheduler, never, other);
    }

    Instant now() {
        return Instant.EPOCH.plus(time.nowMicros(), ChronoUnit.MICROS);
    }
}
