package io.weir.lab.replay;

import io.weir.policy.Verdict;

/**
 * A request and its verdict, as tallies see it.
 *
 * @param allowedNow whether the policy in force allows it; false if there is none to compare with
 */
record RequestSeen(long atMicros, Verdict verdict, boolean allowedNow) {}
