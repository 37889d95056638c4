package io.weir.store;

import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import io.weir.store.spi.KeyText;
import java.util.Comparator;
import java.util.Locale;

/**
 * A request for permits: so many from the limit of that key.
 *
 * <p>A counter is named by its algorithm, its key, and what the key is counted for: the numbers of the limit, a name, or a rule. So
 * {@code Charge.of("user:42", perSecond)} and {@code Charge.of("user:42", perHour)} charge two counters.
 */
public record Charge(Counter counter, Limit limit, long cost, Effect effect, OnFailure onFailure, Scope scope) {

    /**
     * What names a counter.
     *
     * @param rule what the key is counted for: the {@linkplain Limit#counterName numbers} of a limit, a name, a rule as
     *     {@link Charge#ofRule} says, or nothing else than the key if it is empty
     */
    public record Counter(Algorithm algorithm, String key, String rule) implements Comparable<Counter> {

        private static final Comparator<Counter> ORDER =
                Comparator.comparing(Counter::key).thenComparing(Counter::rule).thenComparing(Counter::algorithm);

        /** Whether a rule keeps it, whose key is encoded already. Others have keys that a caller made up. */
        public boolean isOfRule() {
            return rule.indexOf('#') >= 0;
        }

        @Override
        public int hashCode() {
            return 31 * key.hashCode() + rule.hashCode();
        }

        /** With an order, a {@code ConcurrentHashMap} stays fast when clients choose keys of the same hash code. */
        @Override
        public int compareTo(Counter other) {
            return ORDER.compare(this, other);
        }
    }

    /** The longest key. */
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

    /** Whether the charge recognizes retries of its call. */
    public boolean isMarker() {
        return effect == Effect.MARKER;
    }

    /** What a retry of the call is charged instead. */
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

    /** An enforced charge of one permit. */
    public static Charge of(String key, Limit limit) {
        return of(key, limit, 1);
    }

    /** An enforced charge on the counter that this key has for limits with these numbers. */
    public static Charge of(String key, Limit limit, long cost) {
        return new Charge(key, limit, cost, Effect.ENFORCED, OnFailure.LOCAL, Scope.SHARED, limit.counterName());
    }

    /** An enforced charge of one permit, as {@link #ofKey(String, Limit, long)} makes it. */
    public static Charge ofKey(String key, Limit limit) {
        return ofKey(key, limit, 1);
    }

    /** An enforced charge on the one counter that this key has for all limits of an algorithm, whatever their numbers. */
    public static Charge ofKey(String key, Limit limit, long cost) {
        return new Charge(key, limit, cost, Effect.ENFORCED, OnFailure.LOCAL, Scope.SHARED, "");
    }

    /**
     * An enforced charge on the counter that a rule keeps for that key. A key that a caller made up never names it.
     *
     * @param key such as {@code user:42}, with parts {@linkplain KeyText#encodedPart encoded}
     * @param rule what names the rule, with a {@code #} in it, such as {@code :/orders#orders-per-user}; without one it is what
     *     {@link Counter#rule} says
     */
    public static Charge ofRule(String key, String rule, Limit limit, long cost) {
        return new Charge(key, limit, cost, Effect.ENFORCED, OnFailure.LOCAL, Scope.SHARED, rule);
    }

    /**
     * The same on the counter that this key has under a name, such as {@code logins}. It goes on counting when the limit's numbers
     * change, and is apart from counters of the same numbers that have other names.
     */
    public Charge withName(String name) {
        return new Charge(key(), limit, cost, effect, onFailure, scope, counterName(name));
    }

    /** The {@linkplain Counter#rule rule} of counters that have a name. */
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

    /** The same on other numbers of the same algorithm. */
    public Charge withLimit(Limit otherLimit, long otherCost) {
        return new Charge(counter, otherLimit, otherCost, effect, onFailure, scope);
    }
}
