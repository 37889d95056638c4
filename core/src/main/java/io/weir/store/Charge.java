package io.weir.store;

import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import io.weir.store.spi.KeyText;
import java.util.Comparator;
import java.util.Locale;

/**
 * A request for a number of permits of one counter. Immutable.
 *
 * <p>A counter is identified by its algorithm, its key, and a text that says what the key is counted for: the numbers
 * of the limit, a name, or a rule. So {@code Charge.of("user:42", perSecond)} and {@code Charge.of("user:42", perHour)}
 * charge two counters.
 */
public record Charge(Counter counter, Limit limit, long cost, Effect effect, OnFailure onFailure, Scope scope) {

    /**
     * The identity of a counter.
     *
     * @param rule what the key is counted for: the {@linkplain Limit#counterName numbers} of a limit, a name, or a rule
     *     as {@link Charge#ofRule} describes; empty for the key alone
     */
    public record Counter(Algorithm algorithm, String key, String rule) implements Comparable<Counter> {

        private static final Comparator<Counter> ORDER =
                Comparator.comparing(Counter::key).thenComparing(Counter::rule).thenComparing(Counter::algorithm);

        /**
         * Returns whether the counter belongs to a rule, so that its key is encoded already. All other keys are
         * arbitrary texts.
         */
        public boolean isOfRule() {
            return rule.indexOf('#') >= 0;
        }

        @Override
        public int hashCode() {
            return 31 * key.hashCode() + rule.hashCode();
        }

        /** An order keeps a {@code ConcurrentHashMap} fast if clients choose keys with equal hash codes. */
        @Override
        public int compareTo(Counter other) {
            return ORDER.compare(this, other);
        }
    }

    /** The maximum length of a key. */
    public static final int MOST_KEY_CHARACTERS = 1024;

    public Charge {
        String key = counter.key();
        if (key.isBlank() || key.length() > MOST_KEY_CHARACTERS) {
            throw new IllegalArgumentException(
                    key.isBlank()
                            ? "key must not be blank"
                            : "key must have at most " + MOST_KEY_CHARACTERS + " characters, but has " + key.length());
        }
        if (counter.algorithm() != limit.algorithm()) {
            throw new IllegalArgumentException("a counter of " + counter.algorithm() + " cannot be charged by " + limit
                    + "; name another counter");
        }
        if (effect == Effect.MARKER
                && (limit.algorithm() != Algorithm.SLIDING_WINDOW || 2 * cost <= limit.capacity())) {
            throw new IllegalArgumentException(
                    "a marker must cost more than half of a sliding window, not " + cost + " of " + limit);
        }
        if (cost < 1 || cost > most(limit, effect)) {
            throw new IllegalArgumentException(impossible(cost, limit, most(limit, effect)));
        }
    }

    public Charge(String key, Limit limit, long cost, Effect effect, OnFailure onFailure, Scope scope, String rule) {
        this(new Counter(limit.algorithm(), key, rule), limit, cost, effect, onFailure, scope);
    }

    public String key() {
        return counter.key();
    }

    public String rule() {
        return counter.rule();
    }

    /** Returns whether the charge recognizes retries of its call. */
    public boolean isMarker() {
        return effect == Effect.MARKER;
    }

    /** Returns the charge that a retry of the call makes instead. */
    public Charge ofRetry() {
        if (isMarker()) {
            return new Charge(counter, limit, 1, Effect.SHADOW, onFailure, scope);
        }
        return effect.isOnce() ? withEffect(Effect.FREE) : this;
    }

    private static long most(Limit limit, Effect effect) {
        return effect == Effect.COUNTED ? limit.mostCounted() : limit.capacity();
    }

    private static String impossible(long cost, Limit limit, long most) {
        String range = String.format(Locale.ROOT, "must be from 1 to %,d, but was %,d", most, cost);
        return cost < 1 || most > limit.capacity()
                ? "permits " + range
                : "permits " + range + ": it can never succeed, because " + limit + " holds no more at once";
    }

    /** Returns an enforced charge of one permit. */
    public static Charge of(String key, Limit limit) {
        return of(key, limit, 1);
    }

    /** Returns an enforced charge on the counter of this key for limits with these numbers. */
    public static Charge of(String key, Limit limit, long cost) {
        return new Charge(key, limit, cost, Effect.ENFORCED, OnFailure.LOCAL, Scope.SHARED, limit.counterName());
    }

    /** Returns an enforced charge of one permit on the counter of {@link #ofKey(String, Limit, long)}. */
    public static Charge ofKey(String key, Limit limit) {
        return ofKey(key, limit, 1);
    }

    /**
     * Returns an enforced charge on the single counter of this key for an algorithm, which is independent of the
     * limit's numbers.
     */
    public static Charge ofKey(String key, Limit limit, long cost) {
        return new Charge(key, limit, cost, Effect.ENFORCED, OnFailure.LOCAL, Scope.SHARED, "");
    }

    /**
     * Returns an enforced charge on the counter that a rule keeps for this key. The key of a client never identifies
     * such a counter.
     *
     * @param key such as {@code user:42}, with parts {@linkplain KeyText#encodedPart encoded}
     * @param rule the text that identifies the rule, with a {@code #} in it, such as {@code :/orders#orders-per-user};
     *     a text without {@code #} is used as {@link Counter#rule}
     */
    public static Charge ofRule(String key, String rule, Limit limit, long cost) {
        return new Charge(key, limit, cost, Effect.ENFORCED, OnFailure.LOCAL, Scope.SHARED, rule);
    }

    /**
     * Returns the same charge on a named counter of this key, such as {@code logins}. It keeps its count when the
     * limit's numbers change, and is separate from counters with other names, even if the numbers are equal.
     */
    public Charge withName(String name) {
        return new Charge(key(), limit, cost, effect, onFailure, scope, counterName(name));
    }

    /** Returns the {@linkplain Counter#rule rule} text of a named counter. */
    public static String counterName(String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a counter's name must not be blank; write one such as \"logins\"");
        }
        return "name:" + KeyText.encodedPart(name);
    }

    public Charge withEffect(Effect other) {
        return new Charge(counter, limit, cost, other, onFailure, scope);
    }

    public Charge withOnFailure(OnFailure other) {
        return new Charge(counter, limit, cost, effect, other, scope);
    }

    public Charge withScope(Scope other) {
        return new Charge(counter, limit, cost, effect, onFailure, other);
    }

    /** Returns the charge with other numbers of the same algorithm. */
    public Charge withLimit(Limit otherLimit, long otherCost) {
        return new Charge(counter, otherLimit, otherCost, effect, onFailure, scope);
    }
}
