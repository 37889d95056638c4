package io.weir.benchmarks.stuffing;

import java.util.List;

/**
 * What became of an attack.
 *
 * @param bound that the documentation promises for what the style counts
 * @param tried pairs of account and password
 * @param challenged attempts that were asked for a challenge
 * @param tested in the order of their time
 */
record StuffingResult(
        StuffingStyle style, long bound, long tried, long challenged, List<TestedPassword> tested, RealUsers users) {

    long counted() {
        return style.counted(tested);
    }

    long wrong() {
        return tested.stream().filter(each -> !each.right()).count();
    }

    /** Returns how many of the list's right passwords were found. */
    long found() {
        return tested.stream().filter(TestedPassword::right).count();
    }

    long stopped() {
        return tried - tested.size();
    }
}
