package io.weir.cli.policy.outer;

import io.weir.classify.Cidr;
import io.weir.policy.rule.PathPattern;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A file to include in the {@code http} block of nginx, for its module limit_req. */
final class NginxFormat implements OuterLayer.Format {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Override
    public String text(OuterPolicy policy, List<String> notes) {
        StringBuilder text = new StringBuilder("# Include this in the http block of nginx.\n");
        text.append("limit_req_status 429;\n");
        text.append("geo $weir_limited {\n  default 1;\n");
        for (Cidr exception : policy.exceptions()) {
            text.append("  ").append(exception).append(" 0;\n");
        }
        text.append("}\n");
        for (OuterRule rule : policy.rules()) {
            if (rule.isSlowerThanOneIn(MINUTE)) {
                notes.add("left out: " + rule.name() + ", since nginx knows no rate below one request a minute");
            } else {
                text.append('\n').append(text(rule, notes));
            }
        }
        return text.toString();
    }

    /** Requests for which the key is empty are not counted. */
    private static String text(OuterRule rule, List<String> notes) {
        return String.format(
                """
                # %1$s
                map "$weir_limited $request_method $uri" $%2$s {
                  default "";
                  "~%3$s" %4$s;
                }
                limit_req_zone $%2$s zone=%2$s:10m rate=%5$s;
                limit_req zone=%2$s burst=%6$d nodelay;
                """,
                rule.name(),
                rule.word(),
                requests(rule.methods(), rule.path()),
                rule.perAddress() ? "$binary_remote_addr" : "all",
                rate(rule, notes),
                rule.burst() - 1);
    }

    private static String requests(Set<String> methods, Optional<PathPattern> path) {
        String method = methods.isEmpty() ? "\\S+" : "(" + String.join("|", PathRegex.methods(methods)) + ")";
        String ofPath =
                path.map(pattern -> PathRegex.of(pattern, "").substring(1)).orElse("");
        return "^1 " + method + " " + ofPath;
    }

    private static String rate(OuterRule rule, List<String> notes) {
        if (rule.isWholeIn(SECOND)) {
            return rule.comeBackIn(SECOND) + "r/s";
        }
        if (!rule.isWholeIn(MINUTE)) {
            notes.add("differs: " + rule.name() + " has its rate rounded up to whole requests a minute");
        }
        return rule.comeBackIn(MINUTE) + "r/m";
    }
}
