package io.weir.service.guard.block;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.weir.guard.block.Block;
import io.weir.guard.block.BlockEvent;
import io.weir.guard.block.BlockListener;
import io.weir.guard.block.BlockRegistry;
import io.weir.guard.pseudonym.GuardEvents;
import io.weir.service.guard.ServiceGuard;

/** Records what happens to blocks, without waiting for the database. */
public final class BlockAudit implements BlockListener {

    private final ServiceGuard guard;
    private final Counter capped;

    public BlockAudit(ServiceGuard guard, MeterRegistry registry) {
        this.guard = guard;
        this.capped = Counter.builder("guard.blocks.capped")
                .description("Blocks that a rule wanted and did not make, because too many were made already")
                .register(registry);
    }

    /** Registers gauges of the blocks in force. */
    public static void meter(BlockRegistry blocks, MeterRegistry registry) {
        registry.gauge(
                "guard.blocks",
                Tags.of("by", "rule"),
                blocks,
                known -> known.inForce().stream().filter(Block::isAutomatic).count());
        registry.gauge(
                "guard.blocks",
                Tags.of("by", "admin"),
                blocks,
                known -> known.inForce().stream()
                        .filter(block -> !block.isAutomatic())
                        .count());
    }

    @Override
    public void happened(BlockEvent event) {
        if (event.kind() == BlockEvent.Kind.CAPPED) {
            capped.increment();
        }
        guard.opened().ifPresent(open -> open.trail().record(GuardEvents.of(event)));
    }
}
