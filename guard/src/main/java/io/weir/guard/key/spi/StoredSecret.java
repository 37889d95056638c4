package io.weir.guard.key.spi;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * One of the secrets of a key, without the secret itself. A key has several while it is rotated.
 *
 * @param until the first instant at which this secret is not valid any more; empty for as long as the key
 */
public record StoredSecret(SecretHash hash, String hint, Instant created, Optional<Instant> until) {

    public StoredSecret {
        created = created.truncatedTo(ChronoUnit.MICROS);
        until = until.map(exact -> exact.truncatedTo(ChronoUnit.MICROS));
    }

    public boolean isOverAt(Instant now) {
        return until.isPresent() && !now.isBefore(until.get());
    }

    /** Returns a secret that is valid until the instant at most. */
    public StoredSecret endingBy(Instant end) {
        boolean earlier = until.isPresent() && until.get().isBefore(end);
        return earlier ? this : new StoredSecret(hash, hint, created, Optional.of(end));
    }

    public StoredSecret withHash(SecretHash other) {
        return new StoredSecret(other, hint, created, until);
    }

    /** Leaves out the hash, which need not be seen. */
    @Override
    public String toString() {
        return hint;
    }
}
