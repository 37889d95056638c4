package io.weir.http;

import io.weir.policy.Verdict;
import io.weir.policy.challenge.ChallengeOutcome;
import io.weir.policy.rule.Request;
import java.util.List;

/** Learns of challenges. Must be thread-safe and fast. */
public interface ChallengeListener {

    ChallengeListener NONE = new ChallengeListener() {};

    /** Returns a listener that tells all of these. */
    static ChallengeListener of(List<ChallengeListener> all) {
        List<ChallengeListener> copy = List.copyOf(all);
        return new ChallengeListener() {
            @Override
            public void triggered(Verdict verdict) {
                copy.forEach(each -> each.triggered(verdict));
            }

            @Override
            public void answered(Request request, ChallengeOutcome outcome, long micros) {
                copy.forEach(each -> each.answered(request, outcome, micros));
            }
        };
    }

    /** Called when a request without an answer is refused because a challenge has to be passed first. */
    default void triggered(Verdict verdict) {}

    /**
     * Called when an answer was checked.
     *
     * @param micros how long that took
     */
    default void answered(Request request, ChallengeOutcome outcome, long micros) {}
}
