package io.weir.service.subject;

import io.weir.live.Author;
import io.weir.live.FollowedPolicy;
import io.weir.live.LivePolicy;
import io.weir.live.revision.SubjectOverride;
import io.weir.policyfile.InvalidPolicyException;
import io.weir.policyfile.internal.read.OwnLimits;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The overrides that administrators have set for a subject. Those in the files of the policy are the author's to change. */
record KeptOverrides(FollowedPolicy policy) implements KeptPlace {

    private static final String OVERRIDES = "overrides";

    private List<SubjectOverride> of(PersonName name) {
        try {
            String subject =
                    new OwnLimits(policy.status().policy()).subject(name.text()).toString();
            return policy.status().content().runtime().overrides().stream()
                    .filter(each -> each.subject().equals(subject))
                    .toList();
        } catch (InvalidPolicyException justAKey) {
            return List.of();
        }
    }

    @Override
    public CompletionStage<Map<String, Object>> show(PersonName name) {
        return CompletableFuture.completedStage(
                Map.of(OVERRIDES, of(name).stream().map(KeptOverrides::json).toList()));
    }

    private static Map<String, Object> json(SubjectOverride override) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("subject", override.subject());
        override.rule().ifPresent(rule -> json.put("rule", rule));
        json.put("limit", override.limit());
        json.put("until", override.until().toString());
        override.reason().ifPresent(reason -> json.put("reason", reason));
        json.put("by", override.by());
        return json;
    }

    @Override
    public CompletionStage<Map<String, Object>> erase(PersonName name, Author author) {
        List<SubjectOverride> found = policy instanceof LivePolicy ? of(name) : List.of();
        CompletionStage<?> done = CompletableFuture.completedStage(null);
        for (SubjectOverride each : found) {
            done = done.thenCompose(
                    before -> ((LivePolicy) policy).editor().endOverride(author, each.subject(), each.rule()));
        }
        return done.thenApply(all -> Map.of(OVERRIDES, found.size()));
    }
}
