package example.shop.admin;

import io.weir.guard.audit.AuditEvent;
import io.weir.guard.audit.AuditKind;
import io.weir.guard.audit.AuditOutcome;
import io.weir.guard.audit.AuditTrail;
import io.weir.guard.login.LoginEvent;
import io.weir.guard.login.LoginListener;
import org.springframework.stereotype.Component;

/** Writes what happens at logins into the audit. Accounts are hashes already, so that the audit names nobody. */
@Component
final class LoginAudit implements LoginListener {

    private final AuditTrail audit;

    LoginAudit(AuditTrail audit) {
        this.audit = audit;
    }

    @Override
    public void happened(LoginEvent event) {
        AuditEvent plain = AuditEvent.of(
                        event.at(),
                        kind(event.kind()),
                        "account:" + event.account(),
                        event.step().word())
                .withOutcome(outcome(event.kind()));
        audit.record(event.rule()
                .map(rule -> plain.withDetail(AuditEvent.RULE, rule))
                .orElse(plain));
    }

    private static AuditKind kind(LoginEvent.Kind kind) {
        return switch (kind) {
            case SUCCEEDED -> AuditKind.LOGIN_SUCCEEDED;
            case NEW_DEVICE -> AuditKind.LOGIN_NEW_DEVICE;
            case FAILED -> AuditKind.LOGIN_FAILED;
            case CHALLENGED -> AuditKind.LOGIN_CHALLENGED;
            case DENIED -> AuditKind.LOGIN_DENIED;
            case LOCKED -> AuditKind.LOCK_BEGUN;
            case ACCOUNT_ATTACKED -> AuditKind.LOGIN_ACCOUNT_ATTACKED;
        };
    }

    private static AuditOutcome outcome(LoginEvent.Kind kind) {
        return switch (kind) {
            case SUCCEEDED, NEW_DEVICE, LOCKED, ACCOUNT_ATTACKED -> AuditOutcome.DONE;
            case FAILED -> AuditOutcome.FAILED;
            case CHALLENGED, DENIED -> AuditOutcome.DENIED;
        };
    }
}
