package io.weir.service.api;

import io.weir.policy.rule.Cost;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Dimension;
import io.weir.policy.rule.Glob;
import io.weir.policy.rule.Match;
import io.weir.policy.rule.Match.CallerKind;
import io.weir.policy.rule.Outcome;
import io.weir.policy.rule.PathPattern;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Then;
import io.weir.store.OnFailure;
import io.weir.store.Scope;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** All words of a rule as a policy writes them. Words with the usual value are left out. */
final class RuleWords {

    private final Map<String, String> words = new LinkedHashMap<>();

    private RuleWords() {}

    /** The words in the order in which policies usually have them. */
    static Map<String, String> of(Rule rule) {
        RuleWords all = new RuleWords();
        all.addMatch(rule.match());
        all.put("per", written(rule.per()));
        rule.distinct().ifPresent(dimension -> all.put("distinct", dimension.written()));
        all.put("limit", rule.limit().toString());
        if (!rule.cost().equals(Cost.ONE)) {
            all.put("cost", written(rule.cost()));
        }
        all.put("mode", rule.mode().word());
        if (!rule.then().equals(Then.DENY)) {
            all.put("then", written(rule.then()));
        }
        if (rule.onFailure() != OnFailure.LOCAL) {
            all.put("on-store-failure", word(rule.onFailure()));
        }
        if (rule.scope() != Scope.SHARED) {
            all.put("scope", word(rule.scope()));
        }
        rule.group().ifPresent(group -> all.put("group", group));
        if (rule.idempotent()) {
            all.put("idempotent", "true");
        }
        all.addOutcome(rule.outcome());
        all.addOverrides(rule);
        return all.words;
    }

    private void put(String word, String value) {
        words.put(word, value);
    }

    private void addMatch(Match match) {
        match.path().map(PathPattern::toString).ifPresent(path -> put("path", path));
        putAll("method", match.methods());
        match.host().ifPresent(host -> put("host", host.text()));
        putAll("header", match.headers());
        match.key().ifPresent(key -> put("key", key.text()));
        if (match.callers() != CallerKind.ALL) {
            put("callers", word(match.callers()));
        }
        putAll("tier", match.tiers());
        putAll("fact", match.facts());
        putAll("without-fact", match.withoutFacts());
    }

    private void putAll(String word, Set<String> values) {
        if (!values.isEmpty()) {
            put(word, String.join(", ", new TreeSet<>(values)));
        }
    }

    private void putAll(String word, Map<String, Glob> values) {
        if (!values.isEmpty()) {
            put(
                    word,
                    new TreeMap<>(values)
                            .entrySet().stream()
                                    .map(each -> each.getKey() + ": "
                                            + each.getValue().text())
                                    .collect(Collectors.joining(", ")));
        }
    }

    private void addOutcome(Outcome outcome) {
        if (!outcome.countedOn().isEmpty()) {
            put("count-on", written(outcome.countedOn()));
        }
        if (!outcome.freeOn().isEmpty()) {
            put("give-back-on", written(outcome.freeOn()));
        }
    }

    private void addOverrides(Rule rule) {
        if (!rule.overrides().isEmpty()) {
            put(
                    "overrides",
                    rule.overrides().entrySet().stream()
                            .map(each -> each.getKey() + ": " + each.getValue())
                            .sorted()
                            .collect(Collectors.joining(", ")));
        }
    }

    private static String written(CountBy per) {
        return per.dimensions().stream().map(Dimension::written).collect(Collectors.joining(", "));
    }

    private static String written(Cost cost) {
        return cost instanceof Cost.Fixed fixed
                ? Long.toString(fixed.permits())
                : "computed: " + ((Cost.Computed) cost).name();
    }

    private static String written(Then then) {
        if (then instanceof Then.Deny deny) {
            return "deny: " + deny.status();
        }
        if (then instanceof Then.Lock lock) {
            return "lock: " + span(lock.time());
        }
        return then instanceof Then.Block block ? "block: " + span(block.time()) : "challenge";
    }

    private static String span(Duration time) {
        return time.toSecondsPart() != 0
                ? time.toSeconds() + "s"
                : time.toMinutesPart() != 0 ? time.toMinutes() + "min" : time.toHours() + "h";
    }

    /** Statuses, a hundred of a kind as {@code 5xx}. */
    private static String written(Set<Integer> statuses) {
        Set<String> written = new TreeSet<>();
        for (int status : statuses) {
            int first = status - status % 100;
            boolean isWhole = IntStream.range(first, first + 100).allMatch(statuses::contains);
            written.add(isWhole ? status / 100 + "xx" : Integer.toString(status));
        }
        return String.join(", ", written);
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
