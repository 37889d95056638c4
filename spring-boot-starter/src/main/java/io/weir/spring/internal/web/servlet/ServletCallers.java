package io.weir.spring.internal.web.servlet;

import io.weir.http.internal.ServletHttpRequest;
import io.weir.policy.rule.Caller;
import io.weir.spring.Callers;
import io.weir.spring.internal.caller.KeyedRequest;
import io.weir.spring.internal.caller.Principals;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.util.ClassUtils;

/** Identifies the caller of a servlet request. The facts that the request itself proves are looked up once and kept as an attribute. */
final class ServletCallers {

    private static final String ATTRIBUTE = ServletCallers.class.getName();
    private static final boolean SECURITY = ClassUtils.isPresent(
            "org.springframework.security.core.context.SecurityContextHolder", ServletCallers.class.getClassLoader());

    private final Callers callers;

    ServletCallers(Callers callers) {
        this.callers = callers;
    }

    Caller before(HttpServletRequest request) {
        Caller caller = callers.before(keyed(request));
        request.setAttribute(ATTRIBUTE, caller);
        return caller;
    }

    /** Returns the same object for the same request, so that a key is looked up once. */
    static KeyedRequest keyed(HttpServletRequest request) {
        String attribute = KeyedRequest.class.getName();
        if (request.getAttribute(attribute) instanceof KeyedRequest known) {
            return known;
        }
        KeyedRequest keyed = new KeyedRequest(new ServletHttpRequest(request), request.getQueryString());
        request.setAttribute(attribute, keyed);
        return keyed;
    }

    Caller after(HttpServletRequest request) {
        Caller before = request.getAttribute(ATTRIBUTE) instanceof Caller known ? known : before(request);
        Principal principal = SECURITY ? Secured.principal() : request.getUserPrincipal();
        return principal == null ? before : callers.after(before, principal);
    }

    /** A class of its own, because Spring Security is optional. */
    private static final class Secured {

        static @Nullable Principal principal() {
            Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
            return authentication != null && Principals.isUser(authentication) ? authentication : null;
        }
    }
}
