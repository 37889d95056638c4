package io.weir.cli.policy.outer;

import io.weir.policy.rule.PathPattern;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** HTTP filters for Envoy's own limits, one for each rule, which each Envoy counts by itself. */
final class EnvoyLocalFormat implements OuterLayer.Format {

    @Override
    public String text(OuterPolicy policy, List<String> notes) {
        notes.add("differs: each Envoy counts by itself, so several let through several times as many");
        policy.exceptions()
                .forEach(network -> notes.add(
                        "left out: the bypass of " + network + ", since Envoy's local limits know no exceptions"));
        return "# Put these before envoy.filters.http.router in the http_filters of Envoy.\n"
                + policy.rules().stream().map(EnvoyLocalFormat::text).collect(Collectors.joining());
    }

    private static String text(OuterRule rule) {
        return String.format(
                """
                - name: %9$s
                  typed_config:
                    "@type": type.googleapis.com/envoy.extensions.filters.http.local_ratelimit.v3.LocalRateLimit
                    stat_prefix: %2$s
                    status: {code: TooManyRequests}
                    filter_enabled: {default_value: {numerator: 100}}
                    filter_enforced: {default_value: {numerator: 100}}
                    max_dynamic_descriptors: 10000
                    rate_limits:
                    - actions:
                      - header_value_match:
                          descriptor_value: %1$s
                          headers:
                %3$s%4$s    descriptors:
                    - entries:
                      - {key: header_match, value: %1$s}
                %5$s      token_bucket: {max_tokens: %6$d, tokens_per_fill: %7$d, fill_interval: %8$s}
                """,
                quoted(rule.name()),
                quoted(rule.word()),
                headers(rule),
                rule.perAddress() ? "      - remote_address: {}\n" : "",
                rule.perAddress() ? "      - {key: remote_address}\n" : "",
                rule.burst(),
                rule.rate(),
                rule.period().toNanos() % 1_000_000_000 == 0
                        ? rule.period().toSeconds() + "s"
                        : rule.period().toMillis() / 1_000.0 + "s",
                quoted("weir." + rule.name()));
    }

    private static String headers(OuterRule rule) {
        String path = rule.path().map(EnvoyLocalFormat::paths).orElse("^/");
        return header(":path", path) + (rule.methods().isEmpty() ? "" : header(":method", methods(rule.methods())));
    }

    /** Envoy's path contains the query. */
    private static String paths(PathPattern pattern) {
        return PathRegex.of(pattern, "(\\?.*)?");
    }

    private static String methods(Set<String> methods) {
        return "^(" + String.join("|", PathRegex.methods(methods)) + ")$";
    }

    private static String header(String name, String regex) {
        String whole = regex.equals("^/") ? "^/.*" : regex;
        return "          - {name: \"" + name + "\", string_match: {safe_regex: {regex: '" + whole + "'}}}\n";
    }

    /** Names of rules may contain characters that mean something in YAML. */
    private static String quoted(String name) {
        return "\"" + name + "\"";
    }
}
