package io.weir.guard.key.admin;

import io.weir.guard.key.KeyExpiry;
import io.weir.guard.key.KeyTerms;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** What is to be different about a key. */
public record KeyChange(UnaryOperator<KeyTerms> terms, Optional<KeyExpiry> expiry) {

    public static KeyChange ofTerms(UnaryOperator<KeyTerms> terms) {
        return new KeyChange(terms, Optional.empty());
    }

    public static KeyChange ofExpiry(KeyExpiry expiry) {
        return new KeyChange(UnaryOperator.identity(), Optional.of(expiry));
    }

    public KeyChange withExpiry(KeyExpiry other) {
        return new KeyChange(terms, Optional.of(other));
    }
}
