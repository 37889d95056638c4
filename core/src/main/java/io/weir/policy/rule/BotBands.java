package io.weir.policy.rule;

import java.util.List;

/** The bands of a bot score, as the fact {@code bot} has them. A rule for one band is also for the higher ones. */
final class BotBands {

    static final String FACT = "bot";
    static final String VERIFIED = "verified";

    private static final List<String> LOWEST_FIRST = List.of("none", "possible", "likely", "certain");

    private BotBands() {}

    /** Returns whether a request of this band is one that a rule for {@code least} is for. */
    static boolean reaches(String band, Glob least) {
        int wanted = LOWEST_FIRST.indexOf(least.text());
        return wanted < 0 ? least.matches(band) : LOWEST_FIRST.indexOf(band) >= wanted;
    }
}
