package io.weir.guard.key;

import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How much a key has been used.
 *
 * @param lastUsed accurate to the minute
 */
public record KeyUse(Optional<Instant> lastUsed, long uses) {

    public static final KeyUse NONE = new KeyUse(Optional.empty(), 0);

    /** Returns both together, with the later last use. */
    public KeyUse plus(KeyUse other) {
        Optional<Instant> later =
                Stream.of(lastUsed, other.lastUsed).flatMap(Optional::stream).max(Comparator.naturalOrder());
        return new KeyUse(later, uses + other.uses);
    }
}
