package io.weir.store;

import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import java.util.Locale;

/**
 * A request for permits: so many from the limit of that key.
 *
 * <p>A counter is named by key, rule and algorithm, so that one key may have a counter of each rule and algorithm.
 *
 * @param rule for whom the key is counted, as {@link #ofRule} says; empty if the key is one that a caller made up
 */
public record Charge(String key, Limit limit, long cost, Effect effect, OnFailure onFailure, Scope scope, String rule) {

    /** The longest key. */
    public static final int MOST_KEY_CHARACTERS = 1024;

    public Charge {
        if (key.isBlank() || key.length() > MOST_KEY_CHARACTERS) {
            throw new IllegalArgumentException(
                    key.isBlank()
                            ? "key must not be blank"
                            : "key must have at most " + MOST_KEY_CHARACTERS + " characters, but has " + key.length());
        }
        if (cost < 1 || cost > most(limit, effect)) {
            throw new IllegalArgumentException(impossible(cost, limit));
        }
    }

    private static long most(Limit limit, Effect effect) {
        return effect == Effect.COUNTED ? limit.mostCounted() : limit.capacity();
    }

    private static String impossible(long cost, Limit limit) {
        String range = String.format(Locale.ROOT, "must be from 1 to %,d, but was %,d", limit.capacity(), cost);
        return cost < 1
                ? "permits " + range
                : "permits " + range + ": it can never succeed, because " + limit + " holds no more at once";
    }

    /** An enforced charge of one permit. */
    public static Charge of(String key, Limit limit) {
        return of(key, limit, 1);
    }

    /** An enforced charge. */
    public static Charge of(String key, Limit limit, long cost) {
        return new Charge(key, limit, cost, Effect.ENFORCED, OnFailure.LOCAL, Scope.SHARED, "");
    }

    /**
     * An enforced charge on the counter that a rule keeps for that key. A key that a caller made up never names it.
     *
     * @param key such as {@code user:42}, with parts {@linkplain KeyText#encodedPart encoded}
     * @param rule what names the rule, with a {@code #} in it, such as {@code :/orders#orders-per-user}
     */
    public static Charge ofRule(String key, String rule, Limit limit, long cost) {
        return new Charge(key, limit, cost, Effect.ENFORCED, OnFailure.LOCAL, Scope.SHARED, rule);
    }

    public Charge withEffect(Effect other) {
        return new Charge(key, limit, cost, other, onFailure, scope, rule);
    }

    public Charge withOnFailure(OnFailure other) {
        return new Charge(key, limit, cost, effect, other, scope, rule);
    }

    public Charge withScope(Scope other) {
        return new Charge(key, limit, cost, effect, onFailure, other, rule);
    }

    /** The same on other numbers of the same algorithm. */
    public Charge withLimit(Limit otherLimit, long otherCost) {
        return new Charge(key, otherLimit, otherCost, effect, onFailure, scope, rule);
    }

    /** What names the counter. */
    public record Counter(Algorithm algorithm, String key, String rule) {}

    public Counter counter() {
        return new Counter(limit.algorithm(), key, rule);
    }
}
