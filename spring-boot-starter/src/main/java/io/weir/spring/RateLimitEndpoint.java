package io.weir.spring;

import io.weir.http.HttpGate;
import io.weir.metrics.TopSubjects;
import io.weir.policy.Caller;
import io.weir.policy.Dimension;
import io.weir.policy.Gate;
import io.weir.policy.Mode;
import io.weir.policy.PathPattern;
import io.weir.policy.Policy;
import io.weir.policy.Rule;
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
 * Shows the rules with what they have said in this process, explains what they would say, and switches their modes, in this
 * process, until it ends.
 */
@Endpoint(id = "ratelimit")
final class RateLimitEndpoint {

    /**
     * The policy at present.
     *
     * @param bypassed how many requests each bypass has let through
     */
    record Shown(String mode, List<ShownRule> rules, Map<String, Long> bypassed) {}

    /**
     * A rule of it.
     *
     * @param denied of a rule in shadow, what it would have denied
     */
    record ShownRule(
            String name, String mode, String limit, String path, List<String> per, long allowed, long denied) {}

    private static final int MOST_SUBJECTS = 10;

    private final Gate gate;
    private final RuleCounts counts;
    private final TopSubjects subjects;
    private final Explainer explainer;
    private final boolean follows;

    /** @param settings whether somebody else switches modes */
    RateLimitEndpoint(HttpGate http, RuleCounts counts, TopSubjects subjects, RateLimitProperties settings) {
        this.gate = http.gate();
        this.explainer = new Explainer(http);
        this.counts = counts;
        this.subjects = subjects;
        this.follows = settings.follow();
    }

    @ReadOperation
    public Shown policy() {
        Policy policy = gate.policy();
        List<ShownRule> rules =
                policy.rules().stream().map(rule -> shown(rule, policy.mode())).toList();
        return new Shown(Modes.text(policy.mode()), rules, new TreeMap<>(gate.bypassed()));
    }

    /**
     * Under {@code top}, who asks most and who is denied most; under {@code explain}, what the rules would say of the request
     * that the parameters of the query describe. There is nothing else.
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
                Modes.text(rule.mode().and(most)),
                rule.limit().toString(),
                rule.match().path().map(PathPattern::toString).orElse("/**"),
                rule.per().dimensions().stream().map(Dimension::written).toList(),
                count.allowed(),
                count.denied());
    }

    /** Switches that rule, or the most that any may do. What is wrong is told as a response: exceptions may be the application's. */
    @WriteOperation
    public synchronized WebEndpointResponse<Object> switchMode(@Nullable String mode, @Nullable String rule) {
        Optional<Mode> wanted = mode == null ? Optional.empty() : Modes.read(mode);
        if (wanted.isEmpty()) {
            return refused(mode == null ? "the mode is missing; write enforce, shadow or off" : Modes.unknown(mode));
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
