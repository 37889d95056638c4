package io.weir.cli.policy.outer;

import io.weir.classify.Cidr;
import io.weir.policy.rule.PathPattern;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** A ruleset of Cloudflare for the phase http_ratelimit. */
final class CloudflareFormat implements OuterLayer.Format {

    private static final long[] PERIODS = {10, 60, 120, 300, 600, 3_600};

    @Override
    public String text(OuterPolicy policy, List<String> notes) {
        notes.add("differs: each data centre of Cloudflare counts by itself, and denies for the rest of a period");
        List<Map<String, Object>> rules = new ArrayList<>();
        for (OuterRule rule : policy.rules()) {
            if (rule.path().map(PathPattern::segments).orElse(List.of()).contains(PathPattern.ANY)) {
                notes.add("left out: " + rule.name()
                        + ", since only some plans of Cloudflare can match a path with a part that varies");
            } else {
                rules.add(rule(rule, policy.exceptions()));
            }
        }
        Map<String, Object> ruleset = new LinkedHashMap<>();
        ruleset.put("name", "weir");
        ruleset.put("kind", "zone");
        ruleset.put("phase", "http_ratelimit");
        ruleset.put("rules", rules);
        return OuterJson.text(ruleset);
    }

    private static Map<String, Object> rule(OuterRule rule, List<Cidr> exceptions) {
        long period = LongStream.of(PERIODS)
                .filter(seconds -> seconds >= rule.period().toSeconds())
                .findFirst()
                .orElse(PERIODS[PERIODS.length - 1]);
        Map<String, Object> limit = new LinkedHashMap<>();
        limit.put("characteristics", rule.perAddress() ? List.of("cf.colo.id", "ip.src") : List.of("cf.colo.id"));
        limit.put("period", period);
        limit.put("requests_per_period", rule.mostIn(Duration.ofSeconds(period)));
        limit.put("mitigation_timeout", period);
        Map<String, Object> written = new LinkedHashMap<>();
        written.put("description", "weir: " + rule.name());
        written.put("expression", expression(rule, exceptions));
        written.put("action", "block");
        written.put("ratelimit", limit);
        return written;
    }

    private static String expression(OuterRule rule, List<Cidr> exceptions) {
        List<String> conditions = new ArrayList<>();
        conditions.add(rule.path().map(CloudflareFormat::path).orElse("starts_with(http.request.uri.path, \"/\")"));
        if (!rule.methods().isEmpty()) {
            conditions.add("http.request.method in {"
                    + PathRegex.methods(rule.methods()).stream()
                            .map(CloudflareFormat::quoted)
                            .collect(Collectors.joining(" "))
                    + "}");
        }
        if (!exceptions.isEmpty()) {
            conditions.add(
                    "not ip.src in {" + exceptions.stream().map(Cidr::toString).collect(Collectors.joining(" ")) + "}");
        }
        return "(" + String.join(" and ", conditions) + ")";
    }

    private static String path(PathPattern pattern) {
        String path = pattern.segments().stream().map(segment -> "/" + segment).collect(Collectors.joining());
        String below = "starts_with(http.request.uri.path, " + quoted(path + "/") + ")";
        if (path.isEmpty()) {
            return pattern.andBelow() ? below : "http.request.uri.path eq \"/\"";
        }
        String here = "http.request.uri.path in {" + quoted(path) + " " + quoted(path + "/") + "}";
        return pattern.andBelow() ? "(" + here + " or " + below + ")" : here;
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
