package io.weir.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A scenario that {@code weir bench --scenario} plays to a server with a policy like {@code policies/ready.yml}, so that an alert
 * fires. The loud callers cause the alert; the other callers stay within such a policy.
 */
public enum Scenario {
    FLOOD(
            Duration.ofMinutes(3),
            "WeirRejectionFlood (P0) within two minutes: the attackers are rejected, and hardly anybody else."),

    NOISY_NEIGHBOUR(
            Duration.ofMinutes(8),
            "WeirManyRejections (P2) after some six minutes: one caller is rejected, and none of its neighbours."),

    REDIS_OUTAGE(
            Duration.ofMinutes(9),
            "WeirStoreGone and WeirStoreErrors (P1) within three minutes of the outage: answers are degraded, and payments, which"
                    + " are closed then, rejected."),

    TIER_UPGRADE(
            Duration.ofMinutes(16),
            "WeirManyRejections (P2) in the first half, while the customer's tier is free, and its end in the second, when it is"
                    + " premium.");

    private static final int ATTACKERS = 20;
    private static final int NEIGHBOURS = 100;
    private static final Crowd QUIET = new Crowd("other callers", 20, Scenario::order);

    private final Duration span;
    private final String expected;

    Scenario(Duration span, String expected) {
        this.span = span;
        this.expected = expected;
    }

    static Optional<Scenario> named(String name) {
        return Arrays.stream(values())
                .filter(scenario -> scenario.toString().equals(name))
                .findFirst();
    }

    /** The callers that cause the alert. */
    private Crowd loud() {
        return switch (this) {
            case FLOOD -> new Crowd("attackers", 500, Scenario::guessedPassword);
            case NOISY_NEIGHBOUR -> new Crowd("noisy one", 10, Scenario::noisy);
            case REDIS_OUTAGE -> new Crowd("payments", 2, Scenario::payment);
            case TIER_UPGRADE -> new Crowd("customer", 8, Scenario::growing);
        };
    }

    /** The default duration, which is long enough for the alert. */
    Duration span() {
        return span;
    }

    double loudPerSecond() {
        return loud().perSecond();
    }

    /** The alert to expect, and its time. */
    String expected() {
        return expected;
    }

    /** The loud callers, unless their rate is 0, and all others. */
    List<Crowd> crowds(double loudPerSecond) {
        List<Crowd> crowds = new ArrayList<>();
        if (loudPerSecond > 0) {
            crowds.add(loud().withPerSecond(loudPerSecond));
        }
        crowds.add(QUIET);
        return crowds;
    }

    // The addresses belong to networks that are reserved for documentation.

    private static String guessedPassword(long number, double part) {
        return "{\"method\":\"POST\",\"path\":\"/api/v1/login\",\"ip\":\"203.0.113." + (1 + number % ATTACKERS) + "\"}";
    }

    private static String order(long number, double part) {
        long who = number % NEIGHBOURS;
        return "{\"method\":\"GET\",\"path\":\"/api/v1/orders\",\"user\":\"bench-" + who
                + "\",\"tier\":\"premium\",\"ip\":\"198.51.100." + (1 + who) + "\"}";
    }

    private static String noisy(long number, double part) {
        return "{\"method\":\"GET\",\"path\":\"/api/v1/orders\",\"user\":\"bench-noisy\",\"tier\":\"free\","
                + "\"ip\":\"198.51.100.200\"}";
    }

    private static String payment(long number, double part) {
        long who = number % NEIGHBOURS;
        return "{\"method\":\"POST\",\"path\":\"/api/v1/payments\",\"user\":\"bench-" + who
                + "\",\"tier\":\"premium\",\"ip\":\"198.51.100." + (1 + who) + "\"}";
    }

    private static String growing(long number, double part) {
        return "{\"method\":\"GET\",\"path\":\"/api/v1/products\",\"user\":\"bench-growing\",\"tier\":\""
                + (part < 0.5 ? "free" : "premium") + "\",\"ip\":\"198.51.100.201\"}";
    }

    /** The name on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
