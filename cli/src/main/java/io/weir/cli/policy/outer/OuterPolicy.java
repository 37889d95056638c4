package io.weir.cli.policy.outer;

import io.weir.classify.Cidr;
import io.weir.policy.Bypass;
import io.weir.policy.Policy;
import io.weir.policy.rule.Cost;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Dimension.Kind;
import io.weir.policy.rule.Match;
import io.weir.policy.rule.Match.CallerKind;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Subject;
import io.weir.policy.rule.Then;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The part of a policy that an outer layer can enforce.
 *
 * @param rules the rules, in the order of the policy
 * @param exceptions the networks that the rules do not limit
 * @param notes what was left out, and what differs
 */
record OuterPolicy(List<OuterRule> rules, List<Cidr> exceptions, List<String> notes) {

    private static final Set<Kind> KNOWN = Set.of(Kind.GLOBAL, Kind.IP);

    static OuterPolicy of(Policy policy) {
        List<OuterRule> rules = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (Rule rule : policy.rules()) {
            Optional<String> obstacle = obstacle(rule, policy.mode());
            if (obstacle.isPresent()) {
                notes.add("left out: " + rule.name() + ", which " + obstacle.get());
            } else {
                rules.add(OuterRule.of(rules.size() + 1, rule));
            }
        }
        List<Cidr> networks = policy.bypasses().stream()
                .filter(OuterPolicy::isOfNetworkAlone)
                .flatMap(bypass -> bypass.network().stream())
                .toList();
        policy.bypasses().stream()
                .filter(bypass -> !isOfNetworkAlone(bypass))
                .forEach(bypass -> notes.add("left out: bypass " + bypass.name()
                        + ", which knows its callers; the exported rules limit them by their address"));
        overriddenAddresses(policy)
                .forEach(subject -> notes.add("differs: " + subject
                        + " has a limit of its own in the policy; the exported rules limit it like every address"));
        return new OuterPolicy(List.copyOf(rules), networks, List.copyOf(notes));
    }

    private static boolean isOfNetworkAlone(Bypass bypass) {
        return bypass.network().isPresent()
                && bypass.user().isEmpty()
                && bypass.apiKey().isEmpty();
    }

    private static Stream<Subject> overriddenAddresses(Policy policy) {
        return Stream.concat(
                        policy.overrides().keySet().stream(),
                        policy.rules().stream().flatMap(rule -> rule.overrides().keySet().stream()))
                .filter(subject -> subject.type().equals("ip"))
                .distinct();
    }

    /** Returns why an outer layer cannot enforce a rule; empty if it can. */
    private static Optional<String> obstacle(Rule rule, Mode most) {
        if (rule.mode().and(most) != Mode.ENFORCE) {
            return Optional.of(
                    "denies nobody: its mode is " + rule.mode().and(most).name().toLowerCase(Locale.ROOT));
        }
        if (!isKnown(rule.per())) {
            return Optional.of("counts by "
                    + String.join(
                            " and ",
                            rule.per().dimensions().stream()
                                    .map(each -> each.written())
                                    .toList())
                    + ", and an outer layer sees only addresses");
        }
        if (!(rule.cost() instanceof Cost.Fixed)) {
            return Optional.of("computes what a request costs");
        }
        if (!rule.outcome().countsAll()) {
            return Optional.of("counts by the status of responses");
        }
        if (rule.distinct().isPresent()) {
            return Optional.of("counts different values");
        }
        if (!(rule.then() instanceof Then.Deny)) {
            return Optional.of("does more than deny");
        }
        return rule.group().isPresent()
                ? Optional.of("applies only where no rule with a longer path does")
                : ofMatch(rule.match());
    }

    private static boolean isKnown(CountBy per) {
        return per.dimensions().size() == 1
                && KNOWN.contains(per.dimensions().get(0).kind());
    }

    private static Optional<String> ofMatch(Match match) {
        if (match.key().isPresent()) {
            return Optional.of("is for checks of keys");
        }
        if (match.callers() != CallerKind.ALL || !match.tiers().isEmpty()) {
            return Optional.of("depends on who calls, which an outer layer does not know");
        }
        boolean more = match.host().isPresent()
                || !match.headers().isEmpty()
                || !match.facts().isEmpty()
                || !match.withoutFacts().isEmpty();
        return more ? Optional.of("depends on a host, a header or a fact") : Optional.empty();
    }
}
