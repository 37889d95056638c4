package io.weir.policy;

import io.weir.limit.Decision;
import io.weir.policy.internal.MatchedRule;
import io.weir.policy.internal.MatchedRules;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Subject;
import io.weir.policy.spi.Observed;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.OnFailure;
import io.weir.store.Receipt;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The answer to a request: the decisions of all rules that match it, and the result. Immutable. */
public final class Verdict implements Observed {

    /** The verdict on a request that matches no rule and is therefore allowed. */
    public static final Verdict NO_RULE = of(MatchedRules.NONE, Answer.NOTHING);

    private static final long UNKNOWN_RETRY_AFTER_MICROS = 1_000_000;

    private final MatchedRules matched;

    /** The answer to the charges of the matched rules, and of the marker after them if there is one. */
    private final Answer answer;

    private final Optional<String> bypass;

    /** The index of the ruling that denies the request for longest; -1 if none denies it. */
    private final int denial;

    private Verdict(MatchedRules matched, Answer answer, Optional<String> bypass) {
        this.matched = matched;
        this.answer = answer;
        this.bypass = bypass;
        this.denial = longestDenial(false);
    }

    static Verdict bypassed(String name) {
        return new Verdict(MatchedRules.NONE, Answer.NOTHING, Optional.of(name));
    }

    /** @param answer to the charges of the matched rules, and of the marker after them if there is one */
    static Verdict of(MatchedRules matched, Answer answer) {
        return answer.retry() ? ofRetry(matched, answer) : new Verdict(matched, answer, Optional.empty());
    }

    /** Removes the rules under which the request is free, because they did not decide anything. */
    private static Verdict ofRetry(MatchedRules matched, Answer answer) {
        List<MatchedRule> rules = new ArrayList<>(matched.rules());
        List<Decision> decisions = new ArrayList<>(answer.decisions());
        for (int i = rules.size() - 1; i >= 0; i--) {
            if (rules.get(i).rule().idempotent()) {
                rules.remove(i);
                decisions.remove(i);
            }
        }
        Answer rest = new Answer(answer.allowed(), true, decisions, answer.receipt());
        return new Verdict(MatchedRules.of(rules), rest, Optional.empty());
    }

    static Verdict ofPeek(MatchedRules matched, List<Decision> decisions) {
        boolean allowed = true;
        for (int i = 0; i < decisions.size(); i++) {
            allowed &= decisions.get(i).allowed() || !matched.rules().get(i).isEnforced();
        }
        return of(matched, new Answer(allowed, decisions, Receipt.EMPTY));
    }

    /** Returns the same verdict with one name for all rules, for callers that must not see the real names. */
    public Verdict withRulesNamed(String name) {
        List<MatchedRule> named = rules().stream()
                .map(each -> new MatchedRule(each.rule().named(name), each.subject(), each.charge()))
                .toList();
        return new Verdict(new MatchedRules(named, matched.charges()), answer, bypass);
    }

    @Override
    public boolean allowed() {
        return answer.allowed();
    }

    private List<MatchedRule> rules() {
        return matched.rules();
    }

    private Decision decision(int i) {
        return answer.decisions().get(i);
    }

    /** Returns the decisions of all matched rules, in their order. */
    public List<Ruling> rulings() {
        return IntStream.range(0, rules().size()).mapToObj(this::ruling).toList();
    }

    private Ruling ruling(int i) {
        MatchedRule each = rules().get(i);
        Charge charge = each.charge();
        return new Ruling(
                each.rule().name(), each.subject(), charge.limit(), charge.cost(), each.isEnforced(), decision(i));
    }

    /** Returns the receipt for everything that was taken. */
    public Receipt receipt() {
        return answer.receipt();
    }

    /** Returns the name of the bypass that exempts the request from all rules. */
    public Optional<String> bypass() {
        return bypass;
    }

    /** Returns whether the request is a retry of one that was charged before. */
    public boolean repeat() {
        return answer.retry();
    }

    /** Returns the receipt for the charges that do not count for a response with this status. */
    Set<Charge> freeAfter(int status) {
        Set<Charge> free = Set.of();
        for (MatchedRule each : rules()) {
            if (!each.rule().outcome().keeps(status)) {
                free = free.isEmpty() ? new HashSet<>() : free;
                free.add(each.charge());
            }
        }
        return free;
    }

    /** Returns the ruling that denies the request for longest; empty if the request is allowed. */
    @Override
    public Optional<Ruling> decidedBy() {
        return optional(denial);
    }

    /**
     * Returns how long a denied request has to wait, as {@link #decidedBy} says: one second if no rule says it, and 0
     * if the request is allowed.
     */
    public long retryAfterMicros() {
        return denial >= 0 ? decision(denial).retryAfterMicros() : allowed() ? 0 : UNKNOWN_RETRY_AFTER_MICROS;
    }

    /** Returns the rule of {@link #decidedBy}, without building the ruling. */
    public Optional<Rule> decidingRule() {
        return denial < 0 ? Optional.empty() : Optional.of(rules().get(denial).rule());
    }

    /**
     * Returns the enforced ruling to report to the caller: the one that denies the request, or else the one with the
     * smallest part left.
     */
    public Optional<Ruling> tightest() {
        return optional(denial < 0 ? smallestPartLeft(false) : denial);
    }

    /**
     * Returns the ruling to report among the rules whose counters belong to the caller alone. The numbers of other
     * rules must not be shown to the caller. Empty if the request was denied only because of shared counters.
     */
    public Optional<Ruling> reported() {
        return optional(allowed() ? smallestPartLeft(true) : longestDenial(true));
    }

    private Optional<Ruling> optional(int i) {
        return i < 0 ? Optional.empty() : Optional.of(ruling(i));
    }

    private int longestDenial(boolean ownOnly) {
        int longest = -1;
        long retryAfter = 0;
        for (int i = 0; i < rules().size(); i++) {
            Decision decision = decision(i);
            if (counts(rules().get(i), ownOnly) && !decision.allowed() && decision.retryAfterMicros() > retryAfter) {
                longest = i;
                retryAfter = decision.retryAfterMicros();
            }
        }
        return longest;
    }

    private int smallestPartLeft(boolean ownOnly) {
        int smallest = -1;
        double left = Double.MAX_VALUE;
        for (int i = 0; i < rules().size(); i++) {
            Decision decision = decision(i);
            double part = (double) decision.remaining() / decision.limit();
            if (counts(rules().get(i), ownOnly) && part < left) {
                smallest = i;
                left = part;
            }
        }
        return smallest;
    }

    private static boolean counts(MatchedRule each, boolean ownOnly) {
        return each.isEnforced() && !(ownOnly && !each.rule().per().isOwn());
    }

    /**
     * Returns whether the request is denied only because the shared store could not be asked and a rule requires it.
     */
    public boolean unavailable() {
        for (int i = 0; !allowed() && i < rules().size(); i++) {
            Decision decision = decision(i);
            if (rules().get(i).charge().onFailure() == OnFailure.CLOSED && decision.degraded() && !decision.allowed()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void eachSubject(BiConsumer<Subject, Boolean> visitor) {
        for (int i = 0; i < rules().size(); i++) {
            MatchedRule each = rules().get(i);
            boolean denies = !decision(i).allowed() && !each.charge().effect().isShadow();
            visitor.accept(each.subject(), denies);
        }
    }

    /** Receives a matched rule, the subject it counted, the charge, and the decision. */
    @FunctionalInterface
    public interface Visitor {
        void visit(Rule rule, Subject subject, Charge charge, Decision decision);
    }

    /** Passes each matched rule to the visitor, in their order, without building rulings. */
    public void each(Visitor visitor) {
        for (int i = 0; i < rules().size(); i++) {
            MatchedRule each = rules().get(i);
            visitor.visit(each.rule(), each.subject(), each.charge(), decision(i));
        }
    }

    /** Passes on the rules in shadow mode that would have denied the request. */
    public void eachThatWouldDeny(Consumer<Rule> visitor) {
        for (int i = 0; allowed() && i < rules().size(); i++) {
            if (!rules().get(i).isEnforced() && !decision(i).allowed()) {
                visitor.accept(rules().get(i).rule());
            }
        }
    }

    public boolean degraded() {
        return answer.degraded();
    }

    /** Returns how long to delay the request: as long as the longest queue that it is in. */
    public long delayMicros() {
        long longest = 0;
        for (int i = 0; allowed() && i < rules().size(); i++) {
            if (rules().get(i).isEnforced()) {
                longest = Math.max(longest, decision(i).delayMicros());
            }
        }
        return longest;
    }

    /** Returns the whole verdict in one line. */
    public String explain() {
        if (bypass.isPresent()) {
            return "allowed by bypass " + bypass.get();
        }
        if (rules().isEmpty()) {
            return repeat() ? "allowed as a retry" : "allowed: no rule is for this request";
        }
        String head = decidedBy()
                .map(ruling -> "denied by " + ruling.rule()
                        + (unavailable() ? ", since the shared store does not answer and no limit can be asked" : ""))
                .orElse(repeat() ? "allowed as a retry" : "allowed");
        return head + "; " + rulings().stream().map(Ruling::toString).collect(Collectors.joining("; "));
    }
}
