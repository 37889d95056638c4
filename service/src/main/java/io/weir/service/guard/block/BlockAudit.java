package io.weir.service.guard.block;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.weir.guard.audit.AuditEvent;
import io.weir.guard.audit.AuditKind;
import io.weir.guard.audit.AuditOutcome;
import io.weir.guard.block.Block;
import io.weir.guard.block.BlockEvent;
import io.weir.guard.block.BlockListener;
import io.weir.guard.block.BlockRegistry;
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

    /** A block is a thing of public interest for as long as it lasts, so its subject is recorded in clear. */
    @Override
    public void happened(BlockEvent event) {
        if (event.kind() == BlockEvent.Kind.CAPPED) {
            capped.increment();
        }
        Block block = event.block();
        String actor = block.endedBy().orElse(block.by());
        AuditEvent recorded = AuditEvent.of(
                        event.at(), kind(event.kind()), actor, block.subject().toString())
                .withDetail("until", block.until().toString())
                .withDetail("reason", block.reason());
        AuditEvent withRule = block.rule()
                .map(rule -> recorded.withDetail(AuditEvent.RULE, rule))
                .orElse(recorded);
        AuditEvent whole =
                event.kind() == BlockEvent.Kind.CAPPED ? withRule.withOutcome(AuditOutcome.DENIED) : withRule;
        guard.opened().ifPresent(open -> open.trail().record(whole));
    }

    private static AuditKind kind(BlockEvent.Kind kind) {
        return switch (kind) {
            case MADE -> AuditKind.BLOCK_MADE;
            case ENDED -> AuditKind.BLOCK_ENDED;
            case CAPPED -> AuditKind.BLOCK_CAPPED;
        };
    }
}
