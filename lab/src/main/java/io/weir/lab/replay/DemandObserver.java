package io.weir.lab.replay;

import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Subject;

/** Receives every charge of a replay, whether it was allowed or not. */
@FunctionalInterface
public interface DemandObserver {

    /** Called for each rule that a request meets, with the number of its caller. */
    void asked(Rule rule, Subject subject, int caller, long atMicros, long cost);
}
