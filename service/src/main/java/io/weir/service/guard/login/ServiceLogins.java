package io.weir.service.guard.login;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.guard.login.LoginConfig;
import io.weir.guard.login.LoginGuard;
import io.weir.guard.secret.Pepper;
import io.weir.policy.Gate;
import io.weir.service.http.Reply;
import io.weir.store.Store;
import io.weir.time.TimeSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** The login guard of this service. There is one if the service has a pepper, even while the database is away. */
public final class ServiceLogins {

    private final LoginAudit audit;
    private final Optional<LoginGuard> logins;

    private ServiceLogins(LoginAudit audit, Optional<LoginGuard> logins) {
        this.audit = audit;
        this.logins = logins;
    }

    static ServiceLogins of(Gate gate, Store store, Optional<Pepper> pepper, LoginAudit audit) {
        Optional<LoginGuard> logins = pepper.map(secret -> LoginGuard.create(
                gate, store, LoginConfig.of(secret, TimeSource.system()).withListener(audit)));
        return new ServiceLogins(audit, logins);
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
        audit.cleared(account, by);
    }
}
