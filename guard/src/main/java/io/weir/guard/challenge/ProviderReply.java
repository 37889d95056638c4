package io.weir.guard.challenge;

import io.weir.document.spi.JsonReader;
import io.weir.policy.challenge.ChallengeOutcome;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The reply of a provider to a question about a token. */
record ProviderReply(
        boolean success,
        OptionalDouble score,
        Optional<String> action,
        Optional<String> hostname,
        Set<String> errorCodes) {

    /** Throws an {@link IllegalArgumentException} if the text is no reply of a provider. */
    static ProviderReply parse(String json) {
        Map<String, Object> fields = JsonReader.objectWithoutNulls(json);
        if (!(fields.get("success") instanceof Boolean success)) {
            throw new IllegalArgumentException("it does not say whether it was a success");
        }
        return new ProviderReply(
                success,
                fields.get("score") instanceof Number number
                        ? OptionalDouble.of(number.doubleValue())
                        : OptionalDouble.empty(),
                text(fields, "action"),
                text(fields, "hostname"),
                codes(fields.get("error-codes")));
    }

    private static Optional<String> text(Map<String, Object> fields, String name) {
        return fields.get(name) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    private static Set<String> codes(@Nullable Object value) {
        Set<String> codes = new HashSet<>();
        if (value instanceof List<?> list) {
            list.stream().map(String::valueOf).forEach(codes::add);
        }
        return codes;
    }

    /** Returns whether an answer passes, by what the settings and the rule demand. */
    ChallengeOutcome judge(SiteverifyConfig config, Set<String> actions) {
        if (!success) {
            return ErrorCode.outcome(errorCodes);
        }
        if (!config.accepts(hostname)) {
            return ChallengeOutcome.WRONG_HOSTNAME;
        }
        if (config.provider().tellsAction() && action.filter(actions::contains).isEmpty()) {
            return ChallengeOutcome.WRONG_ACTION;
        }
        boolean isHigh = !config.provider().tellsScore() || score.orElse(-1) >= config.threshold();
        return isHigh ? ChallengeOutcome.PASSED : ChallengeOutcome.LOW_SCORE;
    }
}
