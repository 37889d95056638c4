package io.weir.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What {@code weir bench --scenario} plays to a server with a policy like {@code policies/ready.yml}, so that an alert can be seen to
 * fire. The loud ones are those the alert is about; the others send what such a policy lets through.
 */
public enum Scenario {
    FLOOD(
            Duration.ofMinutes(3),
            "WeirRejectionFlood (P0) within two minutes: the attackers are rejected, and hardly anybody else."),

    NOISY_NEIGHBOUR(
            Duration.ofMinutes(8),
            "WeirManyRejections (P2) after some six minutes: one is rejected, and none of his neighbours."),

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

    /** Those whom it is about. */
    private Crowd loud() {
        return switch (this) {
            case FLOOD -> new Crowd("attackers", 500, Scenario::guessedPassword);
            case NOISY_NEIGHBOUR -> new Crowd("noisy one", 10, Scenario::noisy);
            case REDIS_OUTAGE -> new Crowd("payments", 2, Scenario::payment);
            case TIER_UPGRADE -> new Crowd("customer", 8, Scenario::growing);
        };
    }

    /** Long enough for the alert, if nothing else is asked for. */
    Duration span() {
        return span;
    }

    double loudPerSecond() {
        return loud().perSecond();
    }

    /** Which alert to expect, and when. */
    String expected() {
        return expected;
    }

    /** The loud ones, unless they are to send nothing, and all others. */
    List<Crowd> crowds(double loudPerSecond) {
        List<Crowd> crowds = new ArrayList<>();
        if (loudPerSecond > 0) {
            crowds.add(loud().withPerSecond(loudPerSecond));
        }
        crowds.add(QUIET);
        return crowds;
    }

    // Addresses are of the networks that are kept for documentation.

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

    /** As it is written on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
