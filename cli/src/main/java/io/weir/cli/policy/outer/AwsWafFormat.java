package io.weir.cli.policy.outer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** The rules of a rule group or web ACL of AWS WAF. */
final class AwsWafFormat implements OuterLayer.Format {

    private static final long[] WINDOWS = {60, 120, 300, 600};
    private static final long FEWEST = 10;
    private static final long MOST = 2_000_000_000;

    @Override
    public String text(OuterPolicy policy, List<String> notes) {
        policy.exceptions()
                .forEach(network -> notes.add("left out: the bypass of " + network
                        + "; add an IP set to the rules, which AWS WAF knows by its ARN only"));
        List<Map<String, Object>> rules = new ArrayList<>();
        for (OuterRule rule : policy.rules()) {
            long window = window(rule);
            long most = rule.mostIn(Duration.ofSeconds(window));
            if (most > MOST) {
                notes.add("left out: " + rule.name() + ", since AWS WAF counts to " + MOST + " only");
                continue;
            }
            if (most < FEWEST) {
                notes.add("differs: " + rule.name() + " has the smallest limit of AWS WAF, " + FEWEST);
            }
            rules.add(rule(rule, Math.max(most, FEWEST), window, rules.size()));
        }
        notes.add("differs: AWS WAF counts by windows, from time to time, so each limit is what a rule lets through in"
                + " a whole window");
        return OuterJson.text(rules);
    }

    /** The shortest window that is not shorter than the period of a rule, or else the longest. */
    private static long window(OuterRule rule) {
        return LongStream.of(WINDOWS)
                .filter(seconds -> seconds >= rule.period().toSeconds())
                .findFirst()
                .orElse(WINDOWS[WINDOWS.length - 1]);
    }

    private static Map<String, Object> rule(OuterRule rule, long most, long window, int priority) {
        Map<String, Object> limit = new LinkedHashMap<>();
        limit.put("Limit", most);
        limit.put("EvaluationWindowSec", window);
        limit.put("AggregateKeyType", rule.perAddress() ? "IP" : "CONSTANT");
        limit.put("ScopeDownStatement", scope(rule));
        Map<String, Object> written = new LinkedHashMap<>();
        written.put("Name", rule.word());
        written.put("Priority", priority);
        written.put("Statement", Map.of("RateBasedStatement", limit));
        written.put("Action", Map.of("Block", Map.of("CustomResponse", Map.of("ResponseCode", 429))));
        written.put(
                "VisibilityConfig",
                Map.of(
                        "SampledRequestsEnabled", true,
                        "CloudWatchMetricsEnabled", true,
                        "MetricName", rule.word()));
        return written;
    }

    private static Map<String, Object> scope(OuterRule rule) {
        Map<String, Object> path =
                regex(rule.path().map(pattern -> PathRegex.of(pattern, "")).orElse("^/"), "UriPath", "NORMALIZE_PATH");
        if (rule.methods().isEmpty()) {
            return path;
        }
        String methods = "^(" + String.join("|", PathRegex.methods(rule.methods())) + ")$";
        return Map.of("AndStatement", Map.of("Statements", List.of(path, regex(methods, "Method", "NONE"))));
    }

    private static Map<String, Object> regex(String regex, String field, String transformation) {
        return Map.of(
                "RegexMatchStatement",
                Map.of(
                        "RegexString", regex,
                        "FieldToMatch", Map.of(field, Map.of()),
                        "TextTransformations", List.of(Map.of("Priority", 0, "Type", transformation))));
    }
}
