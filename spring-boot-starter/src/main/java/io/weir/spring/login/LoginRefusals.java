package io.weir.spring.login;

import io.weir.guard.login.LoginDecision;
import io.weir.http.HttpRequest;
import io.weir.http.Refusal;

/**
 * Writes the refusals of logins; a bean of this type replaces the usual ones, for example by a redirection to the page of the
 * login. Must be thread-safe.
 */
@FunctionalInterface
public interface LoginRefusals {

    /**
     * Returns the response to a login that is refused.
     *
     * @param usual the response with problem details, as it is sent without a bean of this type
     */
    Refusal refuse(HttpRequest request, LoginDecision decision, Refusal usual);
}
