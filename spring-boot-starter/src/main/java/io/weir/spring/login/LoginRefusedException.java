package io.weir.spring.login;

import io.weir.guard.login.LoginDecision;
import io.weir.http.Refusal;
import io.weir.http.RefusalException;
import java.time.Duration;

/**
 * Thrown when a password or code may not be tried. It is no {@code AuthenticationException}, because nothing was found out about
 * the password: it passes the filters of Spring Security, and the starter sends the refusal.
 */
public final class LoginRefusedException extends RefusalException {

    private static final long serialVersionUID = 1;

    private final transient LoginDecision decision;

    /** Created by the starter only. */
    public LoginRefusedException(LoginDecision decision, Refusal refusal) {
        super(
                "no attempt to log in is allowed now: " + decision.action().word()
                        + decision.reason().map(why -> " " + why.word()).orElse(""),
                refusal);
        this.decision = decision;
    }

    public LoginDecision decision() {
        return decision;
    }

    /** Returns how long the client has to wait; zero if it has to pass a challenge instead. */
    public Duration retryAfter() {
        return decision.retryAfter();
    }
}
