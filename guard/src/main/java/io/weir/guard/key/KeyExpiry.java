package io.weir.guard.key;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** When a key is to expire: after a time, at an instant, or never, which has to be said. */
public sealed interface KeyExpiry {

    Duration USUAL = Duration.ofDays(365);
    Duration LONGEST = Duration.ofDays(5 * 366);

    /** Returns the first instant at which the key is not valid any more. */
    Optional<Instant> from(Instant now);

    /** One year. */
    static KeyExpiry usual() {
        return after(USUAL);
    }

    static KeyExpiry after(Duration duration) {
        return new After(duration);
    }

    static KeyExpiry at(Instant instant) {
        return new At(instant);
    }

    static KeyExpiry never() {
        return new Never();
    }

    /** So long after the key is made. */
    record After(Duration duration) implements KeyExpiry {
        public After {
            if (duration.isNegative() || duration.isZero() || duration.compareTo(LONGEST) > 0) {
                throw new InvalidFieldException(
                        "expires", "must be after at most 5 years, and not at once; write 90d or 365d");
            }
        }

        @Override
        public Optional<Instant> from(Instant now) {
            return Optional.of(now.plus(duration));
        }
    }

    /** At an instant. */
    record At(Instant instant) implements KeyExpiry {
        @Override
        public Optional<Instant> from(Instant now) {
            if (!instant.isAfter(now)) {
                throw new InvalidFieldException("expires", "must be in the future, but was " + instant);
            }
            if (instant.isAfter(now.plus(LONGEST))) {
                throw new InvalidFieldException("expires", "must be within 5 years, but was " + instant);
            }
            return Optional.of(instant);
        }
    }

    /** Never. */
    record Never() implements KeyExpiry {
        @Override
        public Optional<Instant> from(Instant now) {
            return Optional.empty();
        }
    }
}
