package io.weir.spring;

import io.weir.http.HttpRequest;
import io.weir.policy.Caller;
import java.security.Principal;

/** Says who makes a request, as far as that was proved: at first by the request itself, then by who was authenticated. */
public interface Callers {

    /** Who it is by what the request itself carries, such as an API key; anonymous if that proves nothing. */
    Caller before(HttpRequest request);

    /** The same caller, of whom authentication has found out more. */
    Caller after(Caller before, Principal authenticated);
}
