package io.weir.spring.internal.caller;

import java.security.Principal;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.ClaimAccessor;

/** Returns the claims of a token that Spring Security has verified, if they are text, numbers or booleans. */
public final class TokenClaims implements Function<Principal, Map<String, String>> {

    @Override
    public Map<String, String> apply(Principal principal) {
        if (!(principal instanceof Authentication authentication)
                || !(authentication.getPrincipal() instanceof ClaimAccessor token)) {
            return Map.of();
        }
        Map<String, String> claims = new HashMap<>();
        token.getClaims().forEach((name, value) -> {
            if (value instanceof CharSequence || value instanceof Number || value instanceof Boolean) {
                claims.put(name, value.toString());
            }
        });
        return claims;
    }
}
