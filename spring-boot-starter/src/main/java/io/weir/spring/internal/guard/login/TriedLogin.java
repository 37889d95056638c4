package io.weir.spring.internal.guard.login;

import io.weir.guard.login.LoginOutcome;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AccountStatusException;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.authentication.InsufficientAuthenticationException;
import org.springframework.security.authentication.ProviderNotFoundException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.authentication.password.CompromisedPasswordException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;

/** What an attempt of Spring Security is about, and how it has ended. */
final class TriedLogin {

    private TriedLogin() {}

    /** Returns whether a name and a password are to be tested. */
    static boolean isLogin(Authentication tried) {
        return tried instanceof UsernamePasswordAuthenticationToken && !tried.isAuthenticated();
    }

    static Optional<String> password(Authentication tried) {
        return Optional.ofNullable(tried.getCredentials()).map(Object::toString);
    }

    static LoginOutcome outcome(@Nullable Authentication result) {
        return result != null && result.isAuthenticated() ? LoginOutcome.SUCCESS : LoginOutcome.ABANDONED;
    }

    /**
     * An exception of a kind that is not known counts as a failure, so that a provider with exceptions of its own cannot be
     * guessed at without end.
     */
    static LoginOutcome outcome(Throwable failure) {
        boolean saysNothing = !(failure instanceof AuthenticationException)
                || failure instanceof AccountStatusException
                || failure instanceof AuthenticationServiceException
                || failure instanceof ProviderNotFoundException
                || failure instanceof InsufficientAuthenticationException
                || failure instanceof CompromisedPasswordException;
        return saysNothing ? LoginOutcome.ABANDONED : LoginOutcome.FAILURE;
    }
}
