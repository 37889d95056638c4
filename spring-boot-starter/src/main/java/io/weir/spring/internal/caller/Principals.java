package io.weir.spring.internal.caller;

import java.security.Principal;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.util.ClassUtils;

/** Distinguishes authenticated principals from the placeholders that Spring Security uses for anonymous callers. */
public final class Principals {

    private static final boolean SECURITY =
            ClassUtils.isPresent("org.springframework.security.core.Authentication", Principals.class.getClassLoader());

    private Principals() {}

    public static boolean isAuthenticated(Principal principal) {
        return !SECURITY || Secured.isAuthenticated(principal);
    }

    /** A class of its own, because Spring Security is optional. */
    private static final class Secured {

        static boolean isAuthenticated(Principal principal) {
            return !(principal instanceof AnonymousAuthenticationToken)
                    && !(principal instanceof Authentication authentication && !authentication.isAuthenticated());
        }
    }
}
