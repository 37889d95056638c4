package io.weir.lab.replay;

import io.weir.limit.Decision;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Subject;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** What one rule did with the requests that it matched. */
public final class RuleTally {

    private final Rule rule;
    private final boolean enforced;
    private final Series series = new Series();
    private final Map<Subject, SubjectTally> subjects = new HashMap<>();
    private long met;
    private long denied;
    private long highestPercent;

    RuleTally(Rule rule, boolean enforced) {
        this.rule = rule;
        this.enforced = enforced;
    }

    void add(Subject subject, Decision decision, RequestSeen seen) {
        met++;
        series.add(seen.atMicros(), !decision.allowed());
        long used = decision.limit() - decision.remaining();
        highestPercent = Math.max(highestPercent, decision.allowed() ? used * 100 / decision.limit() : 100);
        if (decision.allowed()) {
            SubjectTally known = subjects.isEmpty() ? null : subjects.get(subject);
            if (known != null) {
                known.addAllowed();
            }
            return;
        }
        denied++;
        subjects.computeIfAbsent(subject, first -> new SubjectTally(seen)).addDenied(seen.allowedNow());
    }

    public Rule rule() {
        return rule;
    }

    /** Returns whether denials of the rule count, and are not only reported. */
    public boolean enforced() {
        return enforced;
    }

    /** Returns how many requests the rule matched. */
    public long met() {
        return met;
    }

    /** Returns how many requests did not fit into the limit. */
    public long denied() {
        return denied;
    }

    /** Returns how much of its limit the fullest counter had used, in percent. */
    public long highestPercent() {
        return highestPercent;
    }

    /** Returns the subjects that were denied at least once. */
    public Map<Subject, SubjectTally> subjects() {
        return Collections.unmodifiableMap(subjects);
    }

    public Series series() {
        return series;
    }
}
