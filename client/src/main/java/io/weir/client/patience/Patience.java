package io.weir.client.patience;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/**
 * How long and how often a call is tried.
 *
 * @param mostAttempts how often a call is sent at most, the first time included
 * @param total the time from the beginning of a call to its last attempt
 * @param backoff the waits where the server names none
 * @param pacing when calls are spaced by the limit that the server states
 * @param habits assumptions that allow more retries
 */
public record Patience(int mostAttempts, Duration total, Backoff backoff, Pacing pacing, Set<Habit> habits) {

    private static final int USUAL_ATTEMPTS = 4;

    /** Longer times would not fit into nanoseconds. */
    private static final Duration LONGEST = Duration.ofDays(365);

    public Patience {
        if (mostAttempts < 1) {
            throw new IllegalArgumentException("a call needs at least 1 attempt, but had " + mostAttempts);
        }
        if (total.isNegative() || total.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("patience must be from 0 to 365 days, but was " + total);
        }
        habits = Set.copyOf(habits);
    }

    /** Returns the usual patience with this much time: four attempts, full jitter, lanes that pace after a refusal. */
    public static Patience upTo(Duration total) {
        return new Patience(USUAL_ATTEMPTS, total, Backoff.USUAL, Pacing.AFTER_REFUSAL, Set.of());
    }

    public Patience withMostAttempts(int attempts) {
        return new Patience(attempts, total, backoff, pacing, habits);
    }

    public Patience withBackoff(Backoff other) {
        return new Patience(mostAttempts, total, other, pacing, habits);
    }

    public Patience withPacing(Pacing other) {
        return new Patience(mostAttempts, total, backoff, other, habits);
    }

    /**
     * Gives each POST and PATCH that has none an {@code Idempotency-Key}, which all attempts of the call keep. They are
     * then retried like GET: do this only for servers that execute a key once.
     */
    public Patience withIdempotencyKeys() {
        return with(Habit.IDEMPOTENCY_KEYS);
    }

    /**
     * Says that bodies of unknown length can be read again from their beginning. A body that cannot, such as an
     * {@code InputStream} that is passed twice, would arrive short or empty the second time.
     */
    public Patience withRepeatableBodies() {
        return with(Habit.REPEATABLE_BODIES);
    }

    private Patience with(Habit habit) {
        Set<Habit> more = EnumSet.of(habit);
        more.addAll(habits);
        return new Patience(mostAttempts, total, backoff, pacing, more);
    }
}
