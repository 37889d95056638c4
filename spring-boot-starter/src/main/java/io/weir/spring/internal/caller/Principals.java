package io.weir.spring.internal.caller;

import java.security.Principal;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.util.ClassUtils;

/** Distinguishes users from API keys, and from the placeholders that Spring Security uses for anonymous callers. */
public final class Principals {

    private static final boolean SECURITY =
            ClassUtils.isPresent("org.springframework.security.core.Authentication", Principals.class.getClassLoader());

    private Principals() {}

    public static boolean isUser(Principal principal) {
        return !SECURITY || Secured.isUser(principal);
    }

    /** A class of its own, because Spring Security is optional. */
    private static final class Secured {

        static boolean isUser(Principal principal) {
            return !(principal instanceof AnonymousAuthenticationToken)
                    && !(principal instanceof KeyAuthentication)
                    && !(principal instanceof Authentication authentication && !authentication.isAuthenticated());
        }
    }
}
