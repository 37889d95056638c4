package io.weir.guard.key;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * When a key was made, by which administrator, and when it stops working. All instants are whole microseconds, as
 * databases keep them.
 *
 * @param expires the first instant at which the key is not valid any more; empty for never
 */
public record KeyLife(
        Creation creation, Optional<Instant> expires, Optional<Instant> disabled, Optional<Instant> revoked) {

    /** The beginning of a key. */
    public record Creation(Instant at, String by, KeyEnvironment environment) {
        public Creation {
            at = at.truncatedTo(ChronoUnit.MICROS);
        }
    }

    public KeyLife {
        expires = micros(expires);
        disabled = micros(disabled);
        revoked = micros(revoked);
    }

    private static Optional<Instant> micros(Optional<Instant> instant) {
        return instant.map(exact -> exact.truncatedTo(ChronoUnit.MICROS));
    }

    public static KeyLife starting(Creation creation, Optional<Instant> expires) {
        return new KeyLife(creation, expires, Optional.empty(), Optional.empty());
    }

    public KeyState stateAt(Instant now) {
        if (revoked.isPresent()) {
            return KeyState.REVOKED;
        }
        if (expires.isPresent() && !now.isBefore(expires.get())) {
            return KeyState.EXPIRED;
        }
        return disabled.isPresent() ? KeyState.DISABLED : KeyState.ACTIVE;
    }

    public KeyLife withExpires(Optional<Instant> other) {
        return new KeyLife(creation, other, disabled, revoked);
    }

    public KeyLife withDisabled(Optional<Instant> other) {
        return new KeyLife(creation, expires, other, revoked);
    }

    public KeyLife withRevoked(Instant at) {
        return new KeyLife(creation, expires, disabled, Optional.of(at));
    }
}
