package example.shop.security;

import io.weir.guard.key.admin.KeyAdministration;
import io.weir.spring.KnownKey;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Component;

/** Finds the account of a request: of the person who is logged in, or of the owner of an API key. */
@Component
public final class CurrentCustomer {

    private final KeyAdministration keys;

    public CurrentCustomer(KeyAdministration keys) {
        this.keys = keys;
    }

    public long account(Authentication authentication) {
        String owner = authentication.getPrincipal() instanceof KnownKey key
                ? keys.show(key.id()).key().terms().owner()
                : authentication.getName();
        return Long.parseLong(owner);
    }
}
