package io.weir.spring.internal.guard.login;

import io.weir.guard.login.LoginOutcome;
import io.weir.guard.login.LoginStep;
import io.weir.http.GatedRequest;
import io.weir.spring.login.ReactiveLoginProtection;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.springframework.security.authentication.ReactiveAuthenticationManager;
import org.springframework.security.core.Authentication;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/** Protects logins without blocking a thread. An attempt that is cancelled is not reported, so it counts as failed. */
final class ReactiveLogins implements ReactiveLoginProtection {

    /** Marks an attempt that is under way: a manager may ask another one, which is protected as well. */
    private static final Object UNDER_WAY = ReactiveLogins.class;

    private final GuardedLogins logins;

    ReactiveLogins(GuardedLogins logins) {
        this.logins = logins;
    }

    @Override
    public ReactiveAuthenticationManager protect(ReactiveAuthenticationManager manager) {
        return tried -> authenticate(tried, manager);
    }

    Mono<Authentication> authenticate(Authentication tried, ReactiveAuthenticationManager manager) {
        if (!TriedLogin.isLogin(tried)) {
            return manager.authenticate(tried);
        }
        Mono<Authentication> attempt = Mono.defer(() -> manager.authenticate(tried));
        return Mono.deferContextual(context -> context.hasKey(UNDER_WAY) || !logins.isActive()
                ? attempt
                : begin(context, LoginStep.PASSWORD, tried.getName(), TriedLogin.password(tried))
                        .flatMap(trial -> ended(attempt, trial))
                        .contextWrite(written -> written.put(UNDER_WAY, true)));
    }

    private Mono<LoginTrial> begin(ContextView context, LoginStep step, String account, Optional<String> password) {
        return mono(logins.begin(gated(context), step, account, password));
    }

    private static Optional<GatedRequest> gated(ContextView context) {
        return context.getOrEmpty(GatedRequest.class);
    }

    private Mono<Authentication> ended(Mono<Authentication> attempt, LoginTrial trial) {
        return attempt.map(Optional::of)
                .defaultIfEmpty(Optional.empty())
                .onErrorResume(
                        failure -> end(trial, TriedLogin.outcome(failure)).then(Mono.error(failure)))
                .flatMap(result ->
                        end(trial, TriedLogin.outcome(result.orElse(null))).then(Mono.justOrEmpty(result)));
    }

    private Mono<Void> end(LoginTrial trial, LoginOutcome outcome) {
        return Mono.defer(() -> mono(logins.end(trial, outcome)));
    }

    @Override
    public Mono<Boolean> secondFactor(String account, Mono<Boolean> test) {
        return Mono.deferContextual(context -> logins.isActive()
                ? begin(context, LoginStep.SECOND_FACTOR, account, Optional.empty())
                        .flatMap(trial -> tested(test, trial))
                : test);
    }

    private Mono<Boolean> tested(Mono<Boolean> test, LoginTrial trial) {
        return test.onErrorResume(failure -> end(trial, LoginOutcome.ABANDONED).then(Mono.error(failure)))
                .switchIfEmpty(end(trial, LoginOutcome.ABANDONED).then(Mono.empty()))
                .flatMap(isRight -> end(trial, isRight ? LoginOutcome.SUCCESS : LoginOutcome.FAILURE)
                        .thenReturn(isRight));
    }

    @Override
    public Mono<Void> requireUnlocked(String account) {
        return Mono.deferContextual(
                context -> logins.isActive() ? mono(logins.requireUnlocked(gated(context), account)) : Mono.empty());
    }

    /** What counts is not cancelled with the request. */
    private static <T> Mono<T> mono(CompletionStage<T> stage) {
        return Mono.fromFuture(stage.toCompletableFuture(), true);
    }
}
