package io.weir.compat;

import io.weir.guard.key.KeyTerms;
import io.weir.guard.key.admin.ChangeOrigin;
import io.weir.guard.key.admin.KeyAdministration;
import io.weir.guard.key.admin.KeyDraft;
import io.weir.guard.key.admin.NewKey;
import java.security.Principal;
import java.util.Optional;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Issues API keys to partners. Spring Security lets only administrators call it. */
@RestController
class PartnerKeys {

    private final KeyAdministration keys;

    PartnerKeys(KeyAdministration keys) {
        this.keys = keys;
    }

    /** Returns the secret, which is never shown again. */
    @PostMapping("/admin/partners/{partner}/keys")
    String create(@PathVariable("partner") String partner, Principal admin) {
        KeyTerms terms =
                KeyTerms.of("main", partner).withTier(Optional.of("premium")).withScopes("orders:read");
        NewKey made = keys.create(KeyDraft.of(terms), ChangeOrigin.of(admin.getName()));
        return made.secret().reveal();
    }

    @DeleteMapping("/admin/keys/{id}")
    void revoke(@PathVariable("id") String id, Principal admin) {
        keys.revoke(id, ChangeOrigin.of(admin.getName()));
    }
}
