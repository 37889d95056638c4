package io.weir.benchmarks.stuffing;

/**
 * How large an attack of an hour is.
 *
 * @param pairs of account and password that are tried
 * @param sources programs that try them, each with a cookie of a device that is known for another account
 * @param users real users with addresses of their own, who log in four times
 * @param usersBesideAttackers others, behind addresses from which the attack comes
 */
record StuffingPlan(int pairs, int sources, int users, int usersBesideAttackers, long seed) {

    static final StuffingPlan WHOLE = new StuffingPlan(50_000, 2_000, 500, 50, 1);

    /** For tests. */
    static final StuffingPlan SMALL = new StuffingPlan(6_000, 200, 60, 10, 2);

    int rightPairs() {
        return pairs / 100;
    }
}
