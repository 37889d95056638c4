package io.weir.guard.challenge;

import static io.weir.policy.challenge.ChallengeOutcome.EXPIRED;
import static io.weir.policy.challenge.ChallengeOutcome.INVALID;
import static io.weir.policy.challenge.ChallengeOutcome.PROVIDER_DOWN;

import io.weir.policy.challenge.ChallengeOutcome;
import java.util.Map;
import java.util.Set;

/** What the error codes of the three providers mean. */
final class ErrorCode {

    private static final Map<String, ChallengeOutcome> OUTCOMES = Map.ofEntries(
            Map.entry("missing-input-secret", PROVIDER_DOWN),
            Map.entry("invalid-input-secret", PROVIDER_DOWN),
            Map.entry("sitekey-secret-mismatch", PROVIDER_DOWN),
            Map.entry("bad-request", PROVIDER_DOWN),
            Map.entry("internal-error", PROVIDER_DOWN),
            Map.entry("timeout-or-duplicate", EXPIRED),
            Map.entry("already-seen-response", EXPIRED),
            Map.entry("expired-input-response", EXPIRED),
            Map.entry("invalid-or-already-seen-response", EXPIRED),
            Map.entry("invalid-input-response", INVALID),
            Map.entry("missing-input-response", INVALID));

    /** The codes that only a change of the settings can end. */
    private static final Set<String> OUR_MISTAKES =
            Set.of("missing-input-secret", "invalid-input-secret", "sitekey-secret-mismatch", "bad-request");

    private ErrorCode() {}

    /** Returns the outcome of an unsuccessful answer; a code that nobody knows says nothing in favour of the sender. */
    static ChallengeOutcome outcome(Set<String> codes) {
        ChallengeOutcome outcome = INVALID;
        for (String code : codes) {
            ChallengeOutcome each = OUTCOMES.getOrDefault(code, INVALID);
            if (each == PROVIDER_DOWN) {
                return PROVIDER_DOWN;
            }
            outcome = each == EXPIRED ? EXPIRED : outcome;
        }
        return outcome;
    }

    static boolean isOurMistake(String code) {
        return OUR_MISTAKES.contains(code);
    }
}
