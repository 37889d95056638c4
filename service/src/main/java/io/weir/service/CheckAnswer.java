package io.weir.service;

import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.policy.Ruling;
import io.weir.policy.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a check of a key.
 *
 * @param degraded whether it was decided without the shared store
 * @param unavailable whether it is denied only because the shared store cannot be asked
 * @param delayMicros how long to hold the request
 * @param told what the caller has to know of; nothing if no limit counts for him
 */
record CheckAnswer(
        String key,
        boolean allowed,
        boolean degraded,
        boolean unavailable,
        long delayMicros,
        @Nullable Told told) {

    /**
     * A limit and what it said.
     *
     * @param rule whose limit it is; nothing for a default one
     */
    record Told(@Nullable String rule, Limit limit, Decision decision) {

        /** What the draft's headers call it. */
        String name() {
            return rule == null ? limit.algorithm().yamlName() : rule;
        }
    }

    /** By a default limit. */
    static CheckAnswer of(String key, Limit limit, Decision decision) {
        return new CheckAnswer(
                key,
                decision.allowed(),
                decision.degraded(),
                false,
                decision.delayMicros(),
                new Told(null, limit, decision));
    }

    /** By rules: of those that count, the one that denies, or else has the smallest part left. */
    static CheckAnswer of(String key, Verdict verdict) {
        Ruling tightest = verdict.tightest().orElse(null);
        return new CheckAnswer(
                key,
                verdict.allowed(),
                verdict.degraded(),
                verdict.unavailable(),
                verdict.delayMicros(),
                tightest == null ? null : new Told(tightest.rule(), tightest.limit(), tightest.decision()));
    }

    /** No limit counts. */
    static CheckAnswer unlimited(String key, boolean degraded) {
        return new CheckAnswer(key, true, degraded, false, 0, null);
    }
}
