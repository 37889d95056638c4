package io.weir.policy;

import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.policy.internal.CounterSubject;
import io.weir.policy.internal.LoadedRule;
import io.weir.policy.internal.MatchedRule;
import io.weir.policy.internal.MatchedRules;
import io.weir.policy.internal.RecentMatches;
import io.weir.policy.internal.RequestSubjects;
import io.weir.policy.internal.RuleIndex;
import io.weir.policy.internal.RuleSet;
import io.weir.policy.rule.BotTerms;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.Dimension;
import io.weir.policy.rule.Dimension.Kind;
import io.weir.policy.rule.Glob;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.RequestLimit;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Stage;
import io.weir.policy.rule.Subject;
import io.weir.policy.rule.Then;
import io.weir.store.Charge;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A set of rules, with tiers, overrides and bypasses. Immutable. */
public final class Policy {

    /** The IPv6 network that is usually assigned to one subscriber. */
    private static final int IPV6_PREFIX = 64;

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
    private final Tiers tiers;
    private final Map<Subject, Limit> overrides;
    private final List<Bypass> bypasses;
    private final Mode mode;
    private final int ipv6Prefix;
    private final BotTerms bots;
    private final List<RequestLimit> requestLimits;
    private final Map<String, LoadedRule> byName;
    private final Map<Stage, RuleIndex> ofStages = new EnumMap<>(Stage.class);
    private final RecentMatches recent;
    private final Set<String> headers;
    private final List<Glob> keys;

    private Policy(
            List<Rule> rules,
            Tiers tiers,
            Map<Subject, Limit> overrides,
            List<Bypass> bypasses,
            Mode mode,
            int ipv6Prefix,
            BotTerms bots,
            List<RequestLimit> requestLimits) {
        this.rules = List.copyOf(rules);
        this.tiers = tiers;
        this.overrides = Map.copyOf(overrides);
        this.bypasses = List.copyOf(bypasses);
        this.mode = mode;
        this.ipv6Prefix = ipv6Prefix;
        this.bots = bots;
        this.requestLimits = List.copyOf(requestLimits);
        requireDifferentNames(rules);
        overrides.forEach(this::requireFits);
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
        this.headers = rules.stream().flatMap(Rule::headers).collect(Collectors.toUnmodifiableSet());
        this.keys = rules.stream().flatMap(rule -> rule.match().key().stream()).toList();
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

    private static void requireDifferentNames(List<Rule> rules) {
        Set<String> names = new HashSet<>();
        for (Rule rule : rules) {
            if (!names.add(rule.name())) {
                throw new IllegalArgumentException("two rules are named " + rule.name());
            }
        }
    }

    private void requireFits(Subject subject, Limit override) {
        rules.stream()
                .filter(rule ->
                        rule.match().path().isEmpty() && rule.per().types().contains(subject.type()))
                .forEach(rule -> rule.requireFits(override));
    }

    public static Policy of(Rule... rules) {
        return of(List.of(rules));
    }

    public static Policy of(List<Rule> rules) {
        return new Policy(rules, Tiers.NONE, Map.of(), List.of(), Mode.ENFORCE, IPV6_PREFIX, BotTerms.NONE, List.of());
    }

    /** Returns a policy with other rules, such as the same rules in another mode. */
    public Policy withRules(List<Rule> others) {
        return new Policy(others, tiers, overrides, bypasses, mode, ipv6Prefix, bots, requestLimits);
    }

    /** Returns a policy with these tiers, the lowest first. */
    public Policy withTiers(List<String> lowestFirst) {
        return new Policy(
                rules,
                new Tiers(lowestFirst, tiers.apiKeysApart()),
                overrides,
                bypasses,
                mode,
                ipv6Prefix,
                bots,
                requestLimits);
    }

    /**
     * Returns a policy in which an API key without a user and without a tier belongs to no tier, instead of the lowest.
     */
    public Policy withApiKeysOutsideTiers() {
        return new Policy(
                rules,
                new Tiers(tiers.lowestFirst(), true),
                overrides,
                bypasses,
                mode,
                ipv6Prefix,
                bots,
                requestLimits);
    }

    /** Returns a policy with own limits for some subjects, which replace the limits of the rules for all paths. */
    public Policy withOverrides(Map<Subject, Limit> others) {
        return new Policy(rules, tiers, others, bypasses, mode, ipv6Prefix, bots, requestLimits);
    }

    public Policy withBypasses(List<Bypass> others) {
        return new Policy(rules, tiers, overrides, others, mode, ipv6Prefix, bots, requestLimits);
    }

    /** Returns a policy in which the mode of every rule is capped at {@code mode}. */
    public Policy withMode(Mode most) {
        return new Policy(rules, tiers, overrides, bypasses, most, ipv6Prefix, bots, requestLimits);
    }

    /** Returns a policy in which IPv6 addresses with this many equal leading bits count as one. */
    public Policy withIpv6Prefix(int bits) {
        if (bits < 16 || bits > 128) {
            throw new IllegalArgumentException("an IPv6 prefix must be from 16 to 128 bits, but was " + bits);
        }
        return new Policy(rules, tiers, overrides, bypasses, mode, bits, bots, requestLimits);
    }

    /** Returns a policy that says what requests may look like. */
    public Policy withRequestLimits(List<RequestLimit> others) {
        return new Policy(rules, tiers, overrides, bypasses, mode, ipv6Prefix, bots, others);
    }

    /** Returns a policy that says this to the classifier of bots. */
    public Policy withBots(BotTerms terms) {
        return new Policy(rules, tiers, overrides, bypasses, mode, ipv6Prefix, terms, requestLimits);
    }

    public List<Rule> rules() {
        return rules;
    }

    /** Returns the names of the tiers, the lowest first. */
    public List<String> tiers() {
        return tiers.lowestFirst();
    }

    public Map<Subject, Limit> overrides() {
        return overrides;
    }

    public List<Bypass> bypasses() {
        return bypasses;
    }

    public Mode mode() {
        return mode;
    }

    /** Returns how many leading bits of an IPv6 address identify a client. */
    public int ipv6Prefix() {
        return ipv6Prefix;
    }

    /** Returns what requests may look like. */
    public List<RequestLimit> requestLimits() {
        return requestLimits;
    }

    /** Returns what the policy says to the classifier of bots. */
    public BotTerms bots() {
        return bots;
    }

    /**
     * Returns the headers that the rules read, in lower case. Other headers need not be copied into a {@link Request}.
     */
    public Set<String> headers() {
        return headers;
    }

    /** Returns whether a rule matches this key, even one that is off. */
    public boolean governs(String key) {
        for (Glob pattern : keys) {
            if (pattern.matches(key)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the limits that apply to the request, by the names of their rules, in the order of the rules; empty if
     * the request is bypassed.
     */
    public Map<String, Limit> limits(Request request) {
        Map<String, Limit> limits = new LinkedHashMap<>();
        if (bypass(request).isPresent()) {
            return limits;
        }
        matched(request, Stage.WHOLE)
                .rules()
                .forEach(each -> limits.put(each.rule().name(), each.charge().limit()));
        return limits;
    }

    boolean hasUnknownTier(Request request) {
        return tiers.isUnknown(request.caller().tier());
    }

    Optional<Bypass> bypass(Request request) {
        for (Bypass bypass : bypasses) {
            if (bypass.isFor(request)) {
                return Optional.of(bypass);
            }
        }
        return Optional.empty();
    }

    /** Returns the rules that match the request at this stage, in their order, each with its charge. */
    MatchedRules matched(Request request, Stage stage) {
        RuleSet found = Objects.requireNonNull(ofStages.get(stage)).find(request, tiers.of(request.caller()));
        MatchedRules known = recent.find(found, request);
        if (known == null) {
            known = match(found.rules(), request);
            recent.add(found, request, known);
        }
        return known;
    }

    /** Returns the charge of one rule without matching it; empty if the rule is off or does not exist. */
    MatchedRules matched(Request request, String rule) {
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
    List<Charge> counters(Subject subject) {
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

    /** Returns the counters of the rules that match the request and are not off. */
    List<Charge> counters(Request request) {
        List<Charge> counters = new ArrayList<>();
        matched(request, Stage.WHOLE).rules().forEach(each -> addCounters(each, counters));
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
    MatchedRules matched(Subject subject) {
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

    /**
     * Returns the tier of this caller: the lowest tier if its own tier is missing or unknown, and none for an anonymous
     * caller.
     */
    public Optional<String> tierOf(Caller caller) {
        return Optional.of(tiers.of(caller)).filter(tier -> !tier.isEmpty());
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
