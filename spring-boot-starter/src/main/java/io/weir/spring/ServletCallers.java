package io.weir.spring;

import io.weir.http.ServletView;
import io.weir.policy.Caller;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.util.ClassUtils;

/** Who makes a servlet container's request; what the request proves by itself is found out once. */
final class ServletCallers {

    private static final String ATTRIBUTE = ServletCallers.class.getName();
    private static final boolean SECURITY = ClassUtils.isPresent(
            "org.springframework.security.core.context.SecurityContextHolder", ServletCallers.class.getClassLoader());

    private final Callers callers;

    ServletCallers(Callers callers) {
        this.callers = callers;
    }

    Caller before(HttpServletRequest request) {
        Caller caller = callers.before(new ServletView(request));
        request.setAttribute(ATTRIBUTE, caller);
        return caller;
    }

    Caller after(HttpServletRequest request) {
        Caller before = request.getAttribute(ATTRIBUTE) instanceof Caller known ? known : before(request);
        Principal principal = SECURITY ? Secured.principal() : request.getUserPrincipal();
        return principal == null ? before : callers.after(before, principal);
    }

    /** Apart, since an application need not have Spring Security. */
    private static final class Secured {

        static @Nullable Principal principal() {
            Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
            return authentication != null && Principals.isSomebody(authentication) ? authentication : null;
        }
    }
}
