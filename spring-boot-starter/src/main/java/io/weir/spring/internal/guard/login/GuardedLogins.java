package io.weir.spring.internal.guard.login;

import io.weir.guard.login.LoginAttempt;
import io.weir.guard.login.LoginDecision;
import io.weir.guard.login.LoginGuard;
import io.weir.guard.login.LoginOutcome;
import io.weir.guard.login.LoginStep;
import io.weir.http.GatedRequest;
import io.weir.http.HttpGate;
import io.weir.http.Refusal;
import io.weir.policy.Action;
import io.weir.policy.Policy;
import io.weir.policy.rule.Request;
import io.weir.spring.login.LoginRefusals;
import io.weir.spring.login.LoginRefusedException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Begins and ends attempts to log in, whatever the web stack. Thread-safe. */
final class GuardedLogins {

    private record Known(Policy policy, boolean isGuarded) {}

    private static final int REFUSED = 429;
    private static final int FAILED = 401;

    private final Optional<HttpGate> http;
    private final Supplier<LoginGuard> guard;
    private final DeviceCookieHeader cookie;
    private final LoginRefusals refusals;
    private volatile @Nullable Known known;

    /**
     * @param http empty if nothing is limited
     * @param guard is called only if the policy in force has rules for logins
     */
    GuardedLogins(
            Optional<HttpGate> http, Supplier<LoginGuard> guard, DeviceCookieHeader cookie, LoginRefusals refusals) {
        this.http = http;
        this.guard = guard;
        this.cookie = cookie;
        this.refusals = refusals;
    }

    /** Returns whether the policy in force has rules for logins. */
    boolean isActive() {
        return http.isPresent() && isGuarded(http.get().gate().policy());
    }

    private boolean isGuarded(Policy policy) {
        Known last = known;
        if (last == null || last.policy() != policy) {
            last = new Known(policy, LoginGuard.appliesTo(policy));
            known = last;
        }
        return last.isGuarded();
    }

    /** Completes when the attempt may be made, and fails with {@link LoginRefusedException} if it may not. */
    CompletionStage<LoginTrial> begin(
            Optional<GatedRequest> gated, LoginStep step, String account, Optional<String> password) {
        LoginAttempt bare = attempt(gated, account).withStep(step);
        LoginAttempt attempt = password.map(bare::withPassword).orElse(bare);
        return guard.get().before(attempt).thenCompose(decision -> {
            if (decision.action() != Action.CHALLENGE || gated.isEmpty()) {
                return CompletableFuture.completedStage(trial(step, decision, gated));
            }
            return gated.get().passChallenge(decision.verdict()).thenCompose(refusal -> {
                if (refusal.isPresent()) {
                    throw refused(decision, refusal.get(), gated);
                }
                return guard.get()
                        .before(attempt.withChallengePassed())
                        .thenApply(second -> trial(step, second, gated));
            });
        });
    }

    private LoginTrial trial(LoginStep step, LoginDecision decision, Optional<GatedRequest> gated) {
        requireAllowed(decision, gated);
        return new LoginTrial(step, decision, gated);
    }

    private void requireAllowed(LoginDecision decision, Optional<GatedRequest> gated) {
        if (!decision.allowed()) {
            throw refused(decision, http.orElseThrow().responder().refusal(decision.verdict()), gated);
        }
    }

    /** The rules of the request must not count what the guard refuses as a failure. */
    private LoginRefusedException refused(LoginDecision decision, Refusal usual, Optional<GatedRequest> gated) {
        gated.ifPresent(request -> request.settleAs(REFUSED));
        Refusal refusal = gated.map(request -> refusals.refuse(request.http(), decision, usual))
                .orElse(usual);
        return new LoginRefusedException(decision, refusal);
    }

    private LoginAttempt attempt(Optional<GatedRequest> gated, String account) {
        LoginAttempt attempt = LoginAttempt.of(account, gated.flatMap(GatedRequest::address));
        if (gated.isEmpty()) {
            return attempt;
        }
        LoginAttempt withHeaders = gated.get()
                .request()
                .map(Request::headers)
                .map(attempt::withHeaders)
                .orElse(attempt);
        return cookie.read(gated.get().http()).map(withHeaders::withDevice).orElse(withHeaders);
    }

    CompletionStage<Void> end(LoginTrial trial, LoginOutcome outcome) {
        if (outcome == LoginOutcome.FAILURE) {
            trial.gated().ifPresent(request -> request.settleAs(FAILED));
        }
        return guard.get().after(trial.decision(), outcome).thenAccept(report -> {
            if (cookie.isSetAfter(trial.step())) {
                report.device()
                        .ifPresent(device -> trial.gated()
                                .ifPresent(request -> request.addHeader(DeviceCookieHeader.SET, cookie.write(device))));
            }
        });
    }

    /** Completes if the account is not locked, and fails with {@link LoginRefusedException} if it is. */
    CompletionStage<Void> requireUnlocked(Optional<GatedRequest> gated, String account) {
        return guard.get().look(attempt(gated, account)).thenAccept(decision -> {
            if (decision.verdict().locked()) {
                requireAllowed(decision, gated);
            }
        });
    }
}
