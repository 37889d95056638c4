package io.weir.spring;

import java.security.Principal;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.util.ClassUtils;

/** Tells those who were authenticated from those whom Spring Security only has a word for. */
final class Principals {

    private static final boolean SECURITY =
            ClassUtils.isPresent("org.springframework.security.core.Authentication", Principals.class.getClassLoader());

    private Principals() {}

    static boolean isSomebody(Principal principal) {
        return !SECURITY || Secured.isSomebody(principal);
    }

    /** Apart, since an application need not have Spring Security. */
    private static final class Secured {

        static boolean isSomebody(Principal principal) {
            return !(principal instanceof AnonymousAuthenticationToken)
                    && !(principal instanceof Authentication authentication && !authentication.isAuthenticated());
        }
    }
}
