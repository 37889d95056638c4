package io.weir.store;

import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import java.util.Locale;

/**
 * A request for permits: so many from the limit of that key.
 *
 * <p>A counter is named by key, algorithm and who made up the key, so that one key may have a counter of each algorithm.
 */
public record Charge(String key, Limit limit, long cost, Effect effect, OnFailure onFailure, Scope scope, Namer namer) {

    /** The longest key. */
    public static final int MOST_KEY_CHARACTERS = 1024;

    public Charge {
        if (key.isBlank() || key.length() > MOST_KEY_CHARACTERS) {
            throw new IllegalArgumentException(
                    key.isBlank()
                            ? "key must not be blank"
                            : "key must have at most " + MOST_KEY_CHARACTERS + " characters, but has " + key.length());
        }
        if (cost < 1 || cost > limit.capacity()) {
            throw new IllegalArgumentException(impossible(cost, limit));
        }
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
        return new Charge(key, limit, cost, Effect.ENFORCED, OnFailure.LOCAL, Scope.SHARED, Namer.CALLER);
    }

    public Charge withEffect(Effect other) {
        return new Charge(key, limit, cost, other, onFailure, scope, namer);
    }

    public Charge withOnFailure(OnFailure other) {
        return new Charge(key, limit, cost, effect, other, scope, namer);
    }

    public Charge withScope(Scope other) {
        return new Charge(key, limit, cost, effect, onFailure, other, namer);
    }

    public Charge withNamer(Namer other) {
        return new Charge(key, limit, cost, effect, onFailure, scope, other);
    }

    /** The same on other numbers of the same algorithm. */
    public Charge withLimit(Limit otherLimit, long otherCost) {
        return new Charge(key, otherLimit, otherCost, effect, onFailure, scope, namer);
    }

    /** What names the counter. */
    public record Counter(Algorithm algorithm, Namer namer, String key) {}

    public Counter counter() {
        return new Counter(limit.algorithm(), namer, key);
    }
}
