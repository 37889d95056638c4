package io.weir.lab.report;

import io.weir.lab.traffic.KnownProperties;
import io.weir.policy.rule.Dimension;
import io.weir.policy.rule.Match;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Rule;
import java.util.Set;
import java.util.stream.Collectors;

/** Says why no request of a log met a rule, so that this is not taken for "denies nobody". */
final class Coverage {

    private Coverage() {}

    static String reason(Rule rule, Mode most, KnownProperties known) {
        Match match = rule.match();
        if (rule.mode().and(most) == Mode.OFF) {
            return "it is off";
        }
        if (match.key().isPresent()) {
            return "it is for checks by key, which a log of requests does not have";
        }
        if (!match.facts().isEmpty()) {
            return "it needs the fact " + String.join(", ", match.facts().keySet())
                    + ", which only a running guard knows";
        }
        if (match.host().isPresent() && known.hosts() == 0) {
            return "the log has no host; --map host=<field>";
        }
        if (!match.headers().isEmpty()) {
            return "it needs the header " + String.join(", ", match.headers().keySet()) + "; "
                    + match.headers().keySet().stream()
                            .map(header -> "--map header." + header + "=<field>")
                            .collect(Collectors.joining(" "));
        }
        boolean needsCaller = match.callers() == Match.CallerKind.AUTHENTICATED
                || match.callers() == Match.CallerKind.WITHOUT_TIER
                || !match.tiers().isEmpty();
        if (needsCaller && known.users() + known.apiKeys() == 0) {
            return "the log has no user and no API key; --map user=<field> or --map api-key=<field>";
        }
        if (!match.tiers().isEmpty() && known.tiers() == 0) {
            return "the log has no tier; --map tier=<field>";
        }
        return missingSubject(rule, known);
    }

    private static String missingSubject(Rule rule, KnownProperties known) {
        Set<Dimension.Kind> kinds =
                rule.per().dimensions().stream().map(Dimension::kind).collect(Collectors.toSet());
        if (kinds.contains(Dimension.Kind.USER) && known.users() == 0) {
            return "it counts users, and the log has none; --map user=<field>";
        }
        if (kinds.contains(Dimension.Kind.API_KEY) && known.apiKeys() == 0) {
            return "it counts API keys, and the log has none; --map api-key=<field>";
        }
        if (kinds.contains(Dimension.Kind.TENANT) && known.tenants() == 0) {
            return "it counts tenants, and the log has none; --map tenant=<field>";
        }
        if (kinds.contains(Dimension.Kind.FACT) || kinds.contains(Dimension.Kind.CLAIM)) {
            return "it counts by what only a running guard or a token knows";
        }
        if (kinds.contains(Dimension.Kind.KEY)) {
            return "it counts the keys of checks, which a log of requests does not have";
        }
        if (known.addresses() == 0) {
            return "the log has no address; --map address=<field>";
        }
        return "no request has its method and path, or another rule of its group applies";
    }
}
