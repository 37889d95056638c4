package io.weir.policy.internal;

import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.policy.rule.Dimension;
import io.weir.policy.rule.Dimension.Kind;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Stage;
import io.weir.policy.rule.Subject;
import io.weir.policy.rule.Then;
import io.weir.store.Charge;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the rules of a policy that match a request, or that count a subject, and what each of them charges. */
public final class RuleMatcher {

    private static final int RECENT_MATCHES = 8_192;
    private static final String API_KEY = Dimension.of(Kind.API_KEY).type();
    private static final Rate ANY_RATE = Rate.perSecond(1);
    private static final List<Limit> ONE_OF_EACH_ALGORITHM = List.of(
            Limit.tokenBucket(ANY_RATE),
            Limit.leakyBucket(ANY_RATE, 1),
            Limit.fixedWindow(ANY_RATE),
            Limit.slidingWindow(ANY_RATE),
            Limit.slidingWindowCounter(ANY_RATE));

    private final List<Rule> rules;
    private final Map<Subject, Limit> overrides;
    private final Mode mode;
    private final int ipv6Prefix;
    private final Map<String, LoadedRule> byName;
    private final Map<Stage, RuleIndex> ofStages = new EnumMap<>(Stage.class);
    private final RecentMatches recent;

    /**
     * @param overrides own limits of some subjects
     * @param mode caps the mode of every rule
     * @param ipv6Prefix how many leading bits of an IPv6 address identify a client
     */
    public RuleMatcher(List<Rule> rules, Map<Subject, Limit> overrides, Mode mode, int ipv6Prefix) {
        this.rules = rules;
        this.overrides = overrides;
        this.mode = mode;
        this.ipv6Prefix = ipv6Prefix;
        List<LoadedRule> loaded = loaded();
        // Matches of rules that are not steady are never remembered, so a policy of such rules needs only a small
        // cache.
        this.recent = new RecentMatches(loaded.stream().anyMatch(LoadedRule::isSteady) ? RECENT_MATCHES : 64);
        this.byName =
                loaded.stream().collect(Collectors.toMap(each -> each.rule().name(), Function.identity()));
        for (Stage stage : Stage.values()) {
            ofStages.put(
                    stage,
                    new RuleIndex(loaded.stream()
                            .filter(rule -> stage.includes(rule.stage()))
                            .toList()));
        }
    }

    private List<LoadedRule> loaded() {
        Set<String> lateGroups = rules.stream()
                .filter(rule -> Stage.of(rule) == Stage.AFTER_AUTHENTICATION)
                .flatMap(rule -> rule.group().stream())
                .collect(Collectors.toSet());
        List<LoadedRule> loaded = new ArrayList<>();
        for (Rule rule : rules) {
            // The rules of a group are ranked by path, so their stage is the latest one of the group.
            boolean late = rule.group().map(lateGroups::contains).orElse(false);
            Stage stage = late ? Stage.AFTER_AUTHENTICATION : Stage.of(rule);
            if (rule.mode().and(mode) != Mode.OFF) {
                loaded.add(LoadedRule.of(rule, loaded.size(), stage, mode));
            }
        }
        return loaded;
    }

    /**
     * Returns the rules that match the request at this stage, in their order, each with its charge.
     *
     * @param tier the tier of the caller; empty for none
     */
    public MatchedRules matched(Request request, Stage stage, String tier) {
        RuleSet found = Objects.requireNonNull(ofStages.get(stage)).find(request, tier);
        MatchedRules known = recent.find(found, request);
        if (known == null) {
            known = match(found.rules(), request);
            recent.add(found, request, known);
        }
        return known;
    }

    /** Returns the charge of one rule without matching it; empty if the rule is off or does not exist. */
    public MatchedRules matched(Request request, String rule) {
        LoadedRule loaded = byName.get(rule);
        return loaded == null || loaded.isPassed(request) ? MatchedRules.NONE : match(List.of(loaded), request);
    }

    private MatchedRules match(List<LoadedRule> found, Request request) {
        RequestSubjects subjects = new RequestSubjects(request, ipv6Prefix);
        if (found.size() == 1) {
            MatchedRule only = match(found.get(0), subjects, request);
            return only == null ? MatchedRules.NONE : MatchedRules.of(only);
        }
        List<MatchedRule> matched = new ArrayList<>(found.size());
        for (LoadedRule loaded : found) {
            MatchedRule each = match(loaded, subjects, request);
            if (each != null) {
                matched.add(each);
            }
        }
        return MatchedRules.of(matched);
    }

    private @Nullable MatchedRule match(LoadedRule loaded, RequestSubjects subjects, Request request) {
        Rule rule = loaded.rule();
        CounterSubject counted = subjects.of(rule.per());
        if (counted == null) {
            return null;
        }
        Limit limit = limit(rule, counted.subject(), request.caller().ownLimit());
        CounterSubject value =
                rule.distinct().isEmpty() ? null : subjects.of(rule.distinct().get());
        return loaded.matched(counted, limit, request, value);
    }

    /**
     * Returns the counters that the rules keep for the subject, each as a charge of one permit, including rules that
     * are off.
     */
    public List<Charge> counters(Subject subject) {
        List<Charge> counters = new ArrayList<>();
        for (Rule rule : rules) {
            if (rule.per().types().contains(subject.type())) {
                LoadedRule loaded = LoadedRule.of(rule, counters.size(), Stage.WHOLE, mode);
                CounterSubject counted = CounterSubject.of(rule.per(), subject);
                limits(rule, subject)
                        .distinct()
                        .forEach(limit -> addCounters(loaded.matched(counted, limit), counters));
            }
        }
        return counters;
    }

    /** Returns the counters of the rules that were matched. */
    public static List<Charge> counters(MatchedRules matched) {
        List<Charge> counters = new ArrayList<>();
        matched.rules().forEach(each -> addCounters(each, counters));
        return counters;
    }

    private static void addCounters(MatchedRule matched, List<Charge> counters) {
        counters.add(matched.charge());
        if (matched.locks()) {
            counters.add(matched.lock());
            counters.add(matched.failed());
        }
    }

    /**
     * Returns limits of all algorithms that the counters of a subject may have, since the algorithm is part of a
     * counter's name. An override may have another one than the rule, and the own limit of a caller any.
     */
    private Stream<Limit> limits(Rule rule, Subject subject) {
        Stream<Limit> written = Stream.of(rule.limit(), limit(rule, subject, Optional.empty()));
        return takesOwnLimit(rule, subject) ? Stream.concat(written, ONE_OF_EACH_ALGORITHM.stream()) : written;
    }

    /** Returns the rules that count this subject and are not off, each with a charge of one permit. */
    public MatchedRules matched(Subject subject) {
        List<MatchedRule> matched = new ArrayList<>();
        for (Rule rule : rules) {
            boolean isOff = rule.mode().and(mode) == Mode.OFF;
            if (!isOff && rule.per().types().contains(subject.type())) {
                LoadedRule loaded = LoadedRule.of(rule, matched.size(), Stage.WHOLE, mode);
                matched.add(
                        loaded.matched(CounterSubject.of(rule.per(), subject), limit(rule, subject, Optional.empty())));
            }
        }
        return MatchedRules.of(matched);
    }

    /** Returns the limit of a subject under a rule. An override of the policy precedes the caller's own limit. */
    private Limit limit(Rule rule, Subject subject, Optional<Limit> ownLimit) {
        if (!rule.overrides().isEmpty()) {
            Limit own = rule.overrides().get(subject);
            if (own != null) {
                return own;
            }
        }
        if (!overrides.isEmpty() && rule.match().path().isEmpty()) {
            Limit own = overrides.get(subject);
            if (own != null) {
                return own;
            }
        }
        return ownLimit.isPresent() && takesOwnLimit(rule, subject) ? ownLimit.get() : rule.limit();
    }

    /** Returns whether the own limit of an API key replaces the rule's limit. */
    private static boolean takesOwnLimit(Rule rule, Subject subject) {
        return subject.type().equals(API_KEY) && rule.match().path().isEmpty() && !(rule.then() instanceof Then.Lock);
    }
}
