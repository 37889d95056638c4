package io.weir.policy;

import io.weir.limit.Limit;
import io.weir.policy.internal.MatchedRules;
import io.weir.policy.internal.RuleMatcher;
import io.weir.policy.rule.BotTerms;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.Glob;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.RequestLimit;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Stage;
import io.weir.policy.rule.Subject;
import io.weir.store.Charge;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** A set of rules, with tiers, overrides and bypasses. Immutable. */
public final class Policy {

    /** The IPv6 network that is usually assigned to one subscriber. */
    private static final int IPV6_PREFIX = 64;

    /** The parts of a policy that is being made. */
    private static final class Draft {
        private List<Rule> rules = List.of();
        private Tiers tiers = Tiers.NONE;
        private Map<Subject, Limit> overrides = Map.of();
        private List<Bypass> bypasses = List.of();
        private Mode mode = Mode.ENFORCE;
        private int ipv6Prefix = IPV6_PREFIX;
        private BotTerms bots = BotTerms.NONE;
        private List<RequestLimit> requestLimits = List.of();
    }

    private final List<Rule> rules;
    private final Tiers tiers;
    private final Map<Subject, Limit> overrides;
    private final List<Bypass> bypasses;
    private final Mode mode;
    private final int ipv6Prefix;
    private final BotTerms bots;
    private final List<RequestLimit> requestLimits;
    private final RuleMatcher matcher;
    private final Set<String> headers;
    private final List<Glob> keys;

    private Policy(Draft draft) {
        this.rules = List.copyOf(draft.rules);
        this.tiers = draft.tiers;
        this.overrides = Map.copyOf(draft.overrides);
        this.bypasses = List.copyOf(draft.bypasses);
        this.mode = draft.mode;
        this.ipv6Prefix = draft.ipv6Prefix;
        this.bots = draft.bots;
        this.requestLimits = List.copyOf(draft.requestLimits);
        requireDifferentNames(rules);
        overrides.forEach(this::requireFits);
        this.matcher = new RuleMatcher(rules, overrides, mode, ipv6Prefix);
        this.headers = rules.stream().flatMap(Rule::headers).collect(Collectors.toUnmodifiableSet());
        this.keys = rules.stream().flatMap(rule -> rule.match().key().stream()).toList();
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
        Draft draft = new Draft();
        draft.rules = rules;
        return new Policy(draft);
    }

    /** Returns a policy that differs only in what the change sets. */
    private Policy with(Consumer<Draft> change) {
        Draft draft = new Draft();
        draft.rules = rules;
        draft.tiers = tiers;
        draft.overrides = overrides;
        draft.bypasses = bypasses;
        draft.mode = mode;
        draft.ipv6Prefix = ipv6Prefix;
        draft.bots = bots;
        draft.requestLimits = requestLimits;
        change.accept(draft);
        return new Policy(draft);
    }

    /** Returns a policy with other rules, such as the same rules in another mode. */
    public Policy withRules(List<Rule> others) {
        return with(draft -> draft.rules = others);
    }

    /** Returns a policy with these tiers, the lowest first. */
    public Policy withTiers(List<String> lowestFirst) {
        return with(draft -> draft.tiers = new Tiers(lowestFirst, tiers.apiKeysApart()));
    }

    /**
     * Returns a policy in which an API key without a user and without a tier belongs to no tier, instead of the lowest.
     */
    public Policy withApiKeysOutsideTiers() {
        return with(draft -> draft.tiers = new Tiers(tiers.lowestFirst(), true));
    }

    /** Returns a policy with own limits for some subjects, which replace the limits of the rules for all paths. */
    public Policy withOverrides(Map<Subject, Limit> others) {
        return with(draft -> draft.overrides = others);
    }

    public Policy withBypasses(List<Bypass> others) {
        return with(draft -> draft.bypasses = others);
    }

    /** Returns a policy in which the mode of every rule is capped at {@code mode}. */
    public Policy withMode(Mode most) {
        return with(draft -> draft.mode = most);
    }

    /** Returns a policy in which IPv6 addresses with this many equal leading bits count as one. */
    public Policy withIpv6Prefix(int bits) {
        if (bits < 16 || bits > 128) {
            throw new IllegalArgumentException("an IPv6 prefix must be from 16 to 128 bits, but was " + bits);
        }
        return with(draft -> draft.ipv6Prefix = bits);
    }

    /** Returns a policy that says what requests may look like. */
    public Policy withRequestLimits(List<RequestLimit> others) {
        return with(draft -> draft.requestLimits = others);
    }

    /** Returns a policy that says this to the classifier of bots. */
    public Policy withBots(BotTerms terms) {
        return with(draft -> draft.bots = terms);
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
        return matcher.matched(request, stage, tiers.of(request.caller()));
    }

    /** Returns the charge of one rule without matching it; empty if the rule is off or does not exist. */
    MatchedRules matched(Request request, String rule) {
        return matcher.matched(request, rule);
    }

    /** Returns the rules that count this subject and are not off, each with a charge of one permit. */
    MatchedRules matched(Subject subject) {
        return matcher.matched(subject);
    }

    /**
     * Returns the counters that the rules keep for the subject, each as a charge of one permit, including rules that
     * are off.
     */
    List<Charge> counters(Subject subject) {
        return matcher.counters(subject);
    }

    /** Returns the counters of the rules that match the request and are not off. */
    List<Charge> counters(Request request) {
        return RuleMatcher.counters(matched(request, Stage.WHOLE));
    }

    /**
     * Returns the tier of this caller: the lowest tier if its own tier is missing or unknown, and none for an anonymous
     * caller.
     */
    public Optional<String> tierOf(Caller caller) {
        return Optional.of(tiers.of(caller)).filter(tier -> !tier.isEmpty());
    }
}
