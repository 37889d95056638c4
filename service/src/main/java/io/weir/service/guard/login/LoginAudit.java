package io.weir.service.guard.login;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.weir.guard.login.LoginEvent;
import io.weir.guard.login.LoginListener;
import io.weir.guard.pseudonym.GuardEvents;
import io.weir.metrics.FailedLogins;
import io.weir.service.guard.ServiceGuard;

/** Records what happens at logins, and counts failures and locks. Accounts and addresses are recorded as pseudonyms. */
final class LoginAudit implements LoginListener {

    private static final int UNAUTHORIZED = 401;
    private final ServiceGuard guard;
    private final FailedLogins failed;
    private final Counter locks;
    private final Counter cleared;

    LoginAudit(ServiceGuard guard, FailedLogins failed, MeterRegistry registry) {
        this.guard = guard;
        this.failed = failed;
        this.locks = Counter.builder("guard.locks.begun")
                .description("Failed logins that found or made their account locked")
                .register(registry);
        this.cleared = Counter.builder("guard.locks.cleared")
                .description("Calls of administrators that ended the locks of an account")
                .register(registry);
    }

    /** Records that an administrator has ended the locks of an account. */
    void cleared(String account, String by) {
        cleared.increment();
        guard.opened().ifPresent(open -> open.trail().record(GuardEvents.cleared(account, by, open.pseudonyms())));
    }

    @Override
    public void happened(LoginEvent event) {
        if (event.kind() == LoginEvent.Kind.FAILED) {
            failed.accept(UNAUTHORIZED);
        }
        if (event.kind() == LoginEvent.Kind.LOCKED) {
            locks.increment();
        }
        guard.opened().ifPresent(open -> open.trail().record(GuardEvents.of(event, open.pseudonyms())));
    }
}
