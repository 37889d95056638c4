package example.shop.web;

import example.shop.Rejection;
import io.weir.guard.key.InvalidFieldException;
import io.weir.guard.key.KeyState;
import io.weir.guard.key.KeyTerms;
import io.weir.guard.key.admin.ChangeOrigin;
import io.weir.guard.key.admin.KeyAdministration;
import io.weir.guard.key.admin.KeyConflictException;
import io.weir.guard.key.admin.KeyDetails;
import io.weir.guard.key.admin.KeyDraft;
import io.weir.guard.key.admin.KeyQuery;
import io.weir.guard.key.admin.NewKey;
import java.util.List;
import org.springframework.stereotype.Component;

/** The API keys that customers make for their own programs. They read orders, and nothing else. */
@Component
final class OwnKeys {

    private static final int MOST = 5;

    private final KeyAdministration keys;

    OwnKeys(KeyAdministration keys) {
        this.keys = keys;
    }

    List<KeyDetails> of(long account) {
        return keys.list(KeyQuery.ALL.withOwner(Long.toString(account)).withState(KeyState.ACTIVE));
    }

    NewKey make(long account, String name) {
        if (of(account).size() >= MOST) {
            throw Rejection.conflict("You have " + MOST + " keys. Revoke one of them first.");
        }
        String owner = Long.toString(account);
        try {
            KeyTerms terms = KeyTerms.of(name.strip(), owner).withScopes("orders:read");
            return keys.create(KeyDraft.of(terms), ChangeOrigin.of("user:" + owner));
        } catch (KeyConflictException taken) {
            throw Rejection.conflict("You have had a key of this name. Choose another name.");
        } catch (InvalidFieldException invalid) {
            throw Rejection.invalid("Choose a name of 1 to 100 characters.");
        }
    }

    /** Revokes a key if it belongs to the account. */
    void revoke(long account, String id) {
        if (of(account).stream().noneMatch(details -> details.key().id().equals(id))) {
            throw Rejection.notFound("You have no such key.");
        }
        keys.revoke(id, ChangeOrigin.of("user:" + account));
    }
}
