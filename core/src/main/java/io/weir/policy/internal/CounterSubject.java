package io.weir.policy.internal;

import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Dimension;
import io.weir.policy.rule.Subject;
import io.weir.store.spi.KeyText;

/**
 * A subject that a rule counts, with its text in the keys of counters.
 *
 * @param key the start of the keys of the subject's counters, such as {@code user:42}
 */
public record CounterSubject(Subject subject, String key) {

    /** Returns the counters of a subject under a rule that counts by these dimensions. */
    public static CounterSubject of(CountBy per, Subject subject) {
        return per.isPlainKey() ? ofPlainKey(subject.identifier()) : of(subject.type(), subject.identifier());
    }

    static CounterSubject ofPlainKey(String key) {
        return new CounterSubject(new Subject(Dimension.PLAIN_KEY.type(), key), key);
    }

    static CounterSubject of(String type, String identifier) {
        return new CounterSubject(
                new Subject(type, identifier), KeyText.encodedPart(type) + ":" + KeyText.encodedPart(identifier));
    }
}
