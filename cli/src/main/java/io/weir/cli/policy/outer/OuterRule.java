package io.weir.cli.policy.outer;

import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import io.weir.policy.rule.Cost;
import io.weir.policy.rule.Dimension.Kind;
import io.weir.policy.rule.Match;
import io.weir.policy.rule.PathPattern;
import io.weir.policy.rule.Rule;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * A rule in the words that every outer layer understands: which requests, counted together or by address, and a bucket that
 * never denies what the rule allows.
 *
 * @param number its place among the exported rules, from 1
 * @param methods in upper case, or {@link Match#WRITING}; empty for all
 * @param burst the requests that may come at once
 * @param rate the requests that come back in each period
 */
record OuterRule(
        int number,
        String name,
        Optional<PathPattern> path,
        Set<String> methods,
        boolean perAddress,
        long burst,
        long rate,
        Duration period) {

    static OuterRule of(int number, Rule rule) {
        Limit limit = rule.limit();
        long cost = ((Cost.Fixed) rule.cost()).permits();
        // The end of one fixed window and the beginning of the next one together let through twice the limit.
        long atOnce = limit.algorithm() == Algorithm.FIXED_WINDOW ? 2 * limit.capacity() : limit.capacity();
        return new OuterRule(
                number,
                rule.name(),
                rule.match().path(),
                rule.match().methods(),
                rule.per().dimensions().get(0).kind() == Kind.IP,
                roundedUp(atOnce, cost),
                limit.rate().permits(),
                limit.rate().period().multipliedBy(cost));
    }

    private static long roundedUp(long number, long divisor) {
        return (number + divisor - 1) / divisor;
    }

    /** Returns the requests that come back in a time, rounded up. */
    long comeBackIn(Duration time) {
        return exactlyIn(time).setScale(0, RoundingMode.CEILING).longValue();
    }

    /** Returns whether as many come back in a time as a whole number says. */
    boolean isWholeIn(Duration time) {
        return exactlyIn(time).stripTrailingZeros().scale() <= 0;
    }

    /** Returns whether less than one request comes back in a time. */
    boolean isSlowerThanOneIn(Duration time) {
        return exactlyIn(time).compareTo(BigDecimal.ONE) < 0;
    }

    /** Returns the most requests that the rule lets through in a window of this length. */
    long mostIn(Duration window) {
        return burst + comeBackIn(window);
    }

    private BigDecimal exactlyIn(Duration time) {
        return BigDecimal.valueOf(rate)
                .multiply(BigDecimal.valueOf(time.toNanos()))
                .divide(BigDecimal.valueOf(period.toNanos()), MathContext.DECIMAL128);
    }

    /** Returns a name of letters, digits and underscores that no other rule has. */
    String word() {
        return "weir_" + number + "_" + name.replaceAll("[^A-Za-z0-9]", "_");
    }
}
