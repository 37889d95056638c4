package io.weir.spring.internal.actuator;

import io.weir.http.HttpGate;
import io.weir.metrics.subjects.TopSubjects;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.Dimension;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.PathPattern;
import io.weir.policy.rule.Rule;
import io.weir.spring.internal.gate.RuleCounts;
import io.weir.spring.internal.settings.ModeSetting;
import io.weir.spring.internal.settings.RateLimitProperties;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.lang.Nullable;

/**
 * The {@code ratelimit} endpoint: shows the rules with their counts, explains how they would decide a request, and switches their
 * modes. Counts and switches apply to this process until it ends.
 */
@Endpoint(id = "ratelimit")
final class RateLimitEndpoint {

    /**
     * The policy in force.
     *
     * @param bypassed the number of requests that each bypass has allowed
     */
    record Shown(String mode, List<ShownRule> rules, Map<String, Long> bypassed) {}

    /**
     * One rule of the policy.
     *
     * @param denied the number of denied requests; for a rule in shadow mode, those that it would have denied
     */
    record ShownRule(
            String name, String mode, String limit, String path, List<String> per, long allowed, long denied) {}

    private static final int MOST_SUBJECTS = 10;

    private final Gate gate;
    private final RuleCounts counts;
    private final TopSubjects subjects;
    private final PolicyExplainer explainer;
    private final boolean follows;

    /** @param settings tell whether the policy is followed from Redis, where its modes must be switched instead */
    RateLimitEndpoint(HttpGate http, RuleCounts counts, TopSubjects subjects, RateLimitProperties settings) {
        this.gate = http.gate();
        this.explainer = new PolicyExplainer(http);
        this.counts = counts;
        this.subjects = subjects;
        this.follows = settings.follow();
    }

    @ReadOperation
    public Shown policy() {
        Policy policy = gate.policy();
        List<ShownRule> rules =
                policy.rules().stream().map(rule -> shown(rule, policy.mode())).toList();
        return new Shown(policy.mode().word(), rules, new TreeMap<>(gate.bypassed()));
    }

    /**
     * Under {@code top}, the subjects with the most requests and denials; under {@code explain}, how the rules would decide the
     * request that the query parameters describe. Any other name is not found.
     */
    @ReadOperation
    public @Nullable Object part(
            @Selector String name,
            @Nullable String path,
            @Nullable String method,
            @Nullable String user,
            @Nullable String apiKey,
            @Nullable String tenant,
            @Nullable String tier,
            @Nullable String ip) {
        Caller caller = new Caller(
                Optional.ofNullable(user),
                Optional.ofNullable(apiKey),
                Optional.ofNullable(tenant),
                Optional.ofNullable(tier),
                Map.of());
        return switch (name) {
            case "top" -> subjects.top(MOST_SUBJECTS);
            case "explain" ->
                explainer.explain(
                        method == null ? "GET" : method, Optional.ofNullable(path), caller, Optional.ofNullable(ip));
            default -> null;
        };
    }

    private ShownRule shown(Rule rule, Mode most) {
        RuleCounts.Count count = counts.of(rule.name());
        return new ShownRule(
                rule.name(),
                rule.mode().and(most).word(),
                rule.limit().toString(),
                rule.match().path().map(PathPattern::toString).orElse("/**"),
                rule.per().dimensions().stream().map(Dimension::written).toList(),
                count.allowed(),
                count.denied());
    }

    /**
     * Switches one rule, or the mode of the whole policy. Errors are returned as responses, because exceptions could be caught by
     * handlers of the application.
     */
    @WriteOperation
    public synchronized WebEndpointResponse<Object> switchMode(@Nullable String mode, @Nullable String rule) {
        Optional<Mode> wanted = mode == null ? Optional.empty() : ModeSetting.read(mode);
        if (wanted.isEmpty()) {
            return refused(
                    mode == null ? "the mode is missing; write enforce, shadow or off" : ModeSetting.unknown(mode));
        }
        if (follows) {
            return refused("this application follows the policy in Redis; switch it there, with weir policy mode");
        }
        Policy policy = gate.policy();
        if (rule != null
                && policy.rules().stream().noneMatch(each -> each.name().equals(rule))) {
            return refused("no rule is named \"" + rule + "\"");
        }
        gate.replace(
                rule == null ? policy.withMode(wanted.get()) : policy.withRules(switched(policy, rule, wanted.get())));
        return new WebEndpointResponse<>(policy());
    }

    private static List<Rule> switched(Policy policy, String name, Mode mode) {
        return policy.rules().stream()
                .map(rule -> rule.name().equals(name) ? rule.withMode(mode) : rule)
                .toList();
    }

    private static WebEndpointResponse<Object> refused(String why) {
        return new WebEndpointResponse<>(Map.of("error", why), WebEndpointResponse.STATUS_BAD_REQUEST);
    }
}
