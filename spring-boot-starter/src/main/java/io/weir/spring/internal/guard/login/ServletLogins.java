package io.weir.spring.internal.guard.login;

import io.weir.guard.login.LoginOutcome;
import io.weir.guard.login.LoginStep;
import io.weir.spring.internal.web.CurrentRequest;
import io.weir.spring.login.LoginProtection;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.core.Authentication;

/** Protects logins on the thread of a request. */
final class ServletLogins implements LoginProtection {

    private final GuardedLogins logins;
    private final CurrentRequest current;

    /** Whether this thread makes an attempt already: a manager may ask its parent, which is protected as well. */
    private final ThreadLocal<Boolean> isUnderWay = ThreadLocal.withInitial(() -> false);

    ServletLogins(GuardedLogins logins, CurrentRequest current) {
        this.logins = logins;
        this.current = current;
    }

    @Override
    public AuthenticationManager protect(AuthenticationManager manager) {
        return tried -> authenticate(tried, manager);
    }

    @Nullable
    Authentication authenticate(Authentication tried, AuthenticationManager manager) {
        if (!TriedLogin.isLogin(tried) || isUnderWay.get() || !logins.isActive()) {
            return manager.authenticate(tried);
        }
        LoginTrial trial =
                await(logins.begin(current.here(), LoginStep.PASSWORD, tried.getName(), TriedLogin.password(tried)));
        LoginOutcome outcome = LoginOutcome.ABANDONED;
        isUnderWay.set(true);
        try {
            Authentication result = manager.authenticate(tried);
            outcome = TriedLogin.outcome(result);
            return result;
        } catch (RuntimeException failure) {
            outcome = TriedLogin.outcome(failure);
            throw failure;
        } finally {
            isUnderWay.remove();
            await(logins.end(trial, outcome));
        }
    }

    @Override
    public boolean secondFactor(String account, BooleanSupplier test) {
        if (!logins.isActive()) {
            return test.getAsBoolean();
        }
        LoginTrial trial = await(logins.begin(current.here(), LoginStep.SECOND_FACTOR, account, Optional.empty()));
        LoginOutcome outcome = LoginOutcome.ABANDONED;
        try {
            boolean isRight = test.getAsBoolean();
            outcome = isRight ? LoginOutcome.SUCCESS : LoginOutcome.FAILURE;
            return isRight;
        } finally {
            await(logins.end(trial, outcome));
        }
    }

    @Override
    public void requireUnlocked(String account) {
        if (logins.isActive()) {
            await(logins.requireUnlocked(current.here(), account));
        }
    }

    private static <T> T await(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().join();
        } catch (CompletionException failure) {
            throw failure.getCause() instanceof RuntimeException cause ? cause : failure;
        }
    }
}
