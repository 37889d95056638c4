package io.weir.spring;

import io.weir.http.HttpRequest;
import io.weir.policy.rule.Caller;
import java.security.Principal;

/** Identifies the caller of a request, by verified facts only. Must be thread-safe and must not block. */
public interface Callers {

    /** Identifies the caller before authentication, for example by an API key; anonymous if the request proves nothing. */
    Caller before(HttpRequest request);

    /** Adds to a caller what authentication has found out. */
    Caller after(Caller before, Principal authenticated);
}
