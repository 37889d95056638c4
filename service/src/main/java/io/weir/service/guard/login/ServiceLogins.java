package io.weir.service.guard.login;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.guard.audit.AuditEvent;
import io.weir.guard.audit.AuditKind;
import io.weir.guard.login.LoginConfig;
import io.weir.guard.login.LoginGuard;
import io.weir.guard.secret.Pepper;
import io.weir.policy.Gate;
import io.weir.service.guard.ServiceGuard;
import io.weir.service.http.Reply;
import io.weir.store.Store;
import io.weir.time.TimeSource;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** The login guard of this service. There is one if the service has a pepper, even while the database is away. */
public final class ServiceLogins {

    private final ServiceGuard guard;
    private final Optional<LoginGuard> logins;

    ServiceLogins(ServiceGuard guard, Optional<LoginGuard> logins) {
        this.guard = guard;
        this.logins = logins;
    }

    static ServiceLogins of(Gate gate, Store store, ServiceGuard guard, Optional<Pepper> pepper, LoginAudit audit) {
        Optional<LoginGuard> logins = pepper.map(secret -> LoginGuard.create(
                gate, store, LoginConfig.of(secret, TimeSource.system()).withListener(audit)));
        return new ServiceLogins(guard, logins);
    }

    /** Returns the reply of the guard, or one that says why there is none. */
    CompletionStage<Reply> ask(Function<LoginGuard, CompletionStage<Reply>> question) {
        return logins.map(question)
                .orElseGet(() -> CompletableFuture.completedStage(Reply.problem(
                        HttpResponseStatus.SERVICE_UNAVAILABLE,
                        "this service guards no logins, because it has no pepper: it runs with --no-guard, or has no data folder"
                                + " and no --database")));
    }

    public Optional<LoginGuard> guard() {
        return logins;
    }

    /** Records that an administrator has ended the locks of an account. */
    void recordCleared(String account, String by) {
        guard.opened()
                .ifPresent(open -> open.trail()
                        .record(AuditEvent.of(
                                Instant.now(),
                                AuditKind.LOCK_CLEARED,
                                by,
                                open.pseudonyms().account(account))));
    }
}
