package io.weir.guard.bot;

import io.weir.policy.rule.BotTerms;
import io.weir.time.TimeSource;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What a classifier of bots is made of.
 *
 * @param terms what the policy in force says; asked for each request
 * @param cookie a cookie that the application sets in each response to a request without it
 * @param subjects how many clients are remembered, 96 bytes each
 */
public record BotConfig(
        Supplier<BotTerms> terms,
        Optional<String> cookie,
        ProxySignals proxy,
        VerifiedCrawlers crawlers,
        int subjects,
        TimeSource time) {

    private static final int USUAL_SUBJECTS = 131_072;
    private static final int LEAST_SUBJECTS = 1_024;
    private static final int MOST_SUBJECTS = 1 << 24;

    public BotConfig {
        if (subjects < LEAST_SUBJECTS || subjects > MOST_SUBJECTS || Integer.bitCount(subjects) != 1) {
            throw new IllegalArgumentException("the number of remembered clients is a power of two from "
                    + LEAST_SUBJECTS + " to " + MOST_SUBJECTS + ", not " + subjects);
        }
    }

    /** Returns the usual settings: 131,072 clients in 12.6 MB. */
    public static BotConfig of(TimeSource time) {
        return new BotConfig(
                () -> BotTerms.NONE, Optional.empty(), ProxySignals.NONE, VerifiedCrawlers.NONE, USUAL_SUBJECTS, time);
    }

    public BotConfig withTerms(Supplier<BotTerms> others) {
        return new BotConfig(others, cookie, proxy, crawlers, subjects, time);
    }

    public BotConfig withCookie(String name) {
        return new BotConfig(terms, Optional.of(name), proxy, crawlers, subjects, time);
    }

    public BotConfig withProxy(ProxySignals others) {
        return new BotConfig(terms, cookie, others, crawlers, subjects, time);
    }

    public BotConfig withCrawlers(VerifiedCrawlers others) {
        return new BotConfig(terms, cookie, proxy, others, subjects, time);
    }

    /** Returns the settings with another number of remembered clients, a power of two. */
    public BotConfig withSubjects(int most) {
        return new BotConfig(terms, cookie, proxy, crawlers, most, time);
    }
}
