package io.weir.guard.pseudonym;

import io.weir.guard.audit.AuditEvent;
import io.weir.guard.audit.AuditKind;
import io.weir.guard.audit.AuditOutcome;
import io.weir.guard.block.Block;
import io.weir.guard.block.BlockEvent;
import io.weir.guard.login.LoginEvent;
import java.time.Instant;

/** Turns what happens to logins, locks and blocks into events of the audit. */
public final class GuardEvents {

    private GuardEvents() {}

    /** The account and the address are recorded as pseudonyms. */
    public static AuditEvent of(LoginEvent event, Pseudonyms pseudonyms) {
        String client = event.address().map(pseudonyms::address).orElse("unknown");
        AuditEvent recorded = AuditEvent.of(event.at(), kind(event.kind()), client, pseudonyms.account(event.account()))
                .withOutcome(outcome(event.kind()))
                .withDetail("step", event.step().word());
        AuditEvent withDevice =
                event.device().map(id -> recorded.withDetail("device", id)).orElse(recorded);
        return event.rule()
                .map(rule -> withDevice.withDetail(AuditEvent.RULE, rule))
                .orElse(withDevice);
    }

    private static AuditKind kind(LoginEvent.Kind kind) {
        return switch (kind) {
            case SUCCEEDED -> AuditKind.LOGIN_SUCCEEDED;
            case NEW_DEVICE -> AuditKind.LOGIN_NEW_DEVICE;
            case FAILED -> AuditKind.LOGIN_FAILED;
            case LOCKED -> AuditKind.LOCK_BEGUN;
            case CHALLENGED -> AuditKind.LOGIN_CHALLENGED;
            case DENIED -> AuditKind.LOGIN_DENIED;
            case ACCOUNT_ATTACKED -> AuditKind.LOGIN_ACCOUNT_ATTACKED;
        };
    }

    private static AuditOutcome outcome(LoginEvent.Kind kind) {
        return switch (kind) {
            case FAILED -> AuditOutcome.FAILED;
            case CHALLENGED, DENIED -> AuditOutcome.DENIED;
            case SUCCEEDED, NEW_DEVICE, LOCKED, ACCOUNT_ATTACKED -> AuditOutcome.DONE;
        };
    }

    /**
     * Returns the event that an administrator has ended the locks of an account.
     *
     * @param account as {@code LoginGuard.account} names it
     */
    public static AuditEvent cleared(String account, String by, Pseudonyms pseudonyms) {
        return AuditEvent.of(Instant.now(), AuditKind.LOCK_CLEARED, by, pseudonyms.account(account));
    }

    /** A block is a thing of public interest for as long as it lasts, so its subject is recorded in clear. */
    public static AuditEvent of(BlockEvent event) {
        Block block = event.block();
        String actor = block.endedBy().orElse(block.by());
        AuditEvent recorded = AuditEvent.of(
                        event.at(), kind(event.kind()), actor, block.subject().toString())
                .withDetail("until", block.until().toString())
                .withDetail("reason", block.reason());
        AuditEvent withRule = block.rule()
                .map(rule -> recorded.withDetail(AuditEvent.RULE, rule))
                .orElse(recorded);
        return event.kind() == BlockEvent.Kind.CAPPED ? withRule.withOutcome(AuditOutcome.DENIED) : withRule;
    }

    private static AuditKind kind(BlockEvent.Kind kind) {
        return switch (kind) {
            case MADE -> AuditKind.BLOCK_MADE;
            case ENDED -> AuditKind.BLOCK_ENDED;
            case CAPPED -> AuditKind.BLOCK_CAPPED;
        };
    }
}
