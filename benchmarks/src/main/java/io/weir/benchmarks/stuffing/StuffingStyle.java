package io.weir.benchmarks.stuffing;

import java.util.List;
import java.util.stream.Stream;

/** How a list of stolen passwords is tried. */
enum StuffingStyle {
    /** From 200 addresses, with ten programs behind each. Challenges are not solved. */
    WITHOUT_CHALLENGES("200 addresses, no challenge solved", 10, false),

    /** From 200 addresses, by somebody who pays for every challenge. */
    SOLVING_CHALLENGES("200 addresses, every challenge solved", 10, true),

    /** Each program has an address of its own. Challenges are not solved. */
    BOTNET("2,000 addresses, no challenge solved", 1, false);

    private final String title;
    private final int sourcesPerAddress;
    private final boolean solvesChallenges;

    StuffingStyle(String title, int sourcesPerAddress, boolean solvesChallenges) {
        this.title = title;
        this.sourcesPerAddress = sourcesPerAddress;
        this.solvesChallenges = solvesChallenges;
    }

    String title() {
        return title;
    }

    /** Returns the number of the address from which a source attacks. */
    int address(int source) {
        return source / sourcesPerAddress;
    }

    int addresses(int sources) {
        return sources / sourcesPerAddress;
    }

    boolean solvesChallenges() {
        return solvesChallenges;
    }

    /**
     * Returns the most that may be tested within an hour of what {@link #counted} counts, by the bounds that docs/guard.md
     * promises: an address fails 3 times in any 15 minutes without a solved challenge, and for 20 accounts in any hour with
     * them; all unknown devices together fail 100 times at once and 100 times a minute without a solved challenge.
     */
    long mostInAnHour(int sources) {
        long ofAddresses = (long) addresses(sources) * (solvesChallenges ? 20 : 4 * 3);
        return solvesChallenges ? ofAddresses : Math.min(ofAddresses, 100 + 60 * 100);
    }

    /** Returns the wrong passwords; if challenges are solved, those of one account from one address as one. */
    long counted(List<TestedPassword> tested) {
        Stream<TestedPassword> wrong = tested.stream().filter(each -> !each.right());
        return solvesChallenges
                ? wrong.map(each -> each.account() + " " + each.address())
                        .distinct()
                        .count()
                : wrong.count();
    }
}
