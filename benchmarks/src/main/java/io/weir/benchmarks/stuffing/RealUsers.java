package io.weir.benchmarks.stuffing;

import java.util.EnumMap;
import java.util.Map;

/** What real users met: each figure by the kind of user. */
final class RealUsers {

    /** Where a user logs in. */
    enum Kind {
        KNOWN_DEVICE("known device"),
        NEW_DEVICE("new device"),

        /** Behind an address from which the attack comes. */
        BESIDE_ATTACKER_KNOWN("known device, an attacker's address"),
        BESIDE_ATTACKER_NEW("new device, an attacker's address");

        private final String title;

        Kind(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }

        boolean hasKnownDevice() {
            return this == KNOWN_DEVICE || this == BESIDE_ATTACKER_KNOWN;
        }
    }

    /** Counts of attempts, except for the logins. */
    static final class Tally {
        long logins;
        long attempts;
        long mistyped;
        long challenged;
        long refused;
        long locked;
        long gotIn;

        double refusedPercent() {
            return attempts == 0 ? 0 : 100.0 * refused / attempts;
        }
    }

    private final Map<Kind, Tally> tallies = new EnumMap<>(Kind.class);

    RealUsers() {
        for (Kind kind : Kind.values()) {
            tallies.put(kind, new Tally());
        }
    }

    Tally of(Kind kind) {
        return tallies.getOrDefault(kind, new Tally());
    }
}
