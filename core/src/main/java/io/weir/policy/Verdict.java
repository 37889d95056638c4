package io.weir.policy;

import io.weir.limit.Decision;
import io.weir.limit.Rate;
import io.weir.policy.internal.Consequence;
import io.weir.policy.internal.MatchedRule;
import io.weir.policy.internal.MatchedRules;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Subject;
import io.weir.policy.rule.Then;
import io.weir.policy.spi.Observed;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.OnFailure;
import io.weir.store.Receipt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The answer to a request: the decisions of all rules that match it, and the result. Thread-safe. */
public final class Verdict implements Observed {

    /** The verdict on a request that matches no rule and is therefore allowed. */
    public static final Verdict NO_RULE = of(MatchedRules.NONE, Answer.NOTHING);

    private static final int TOO_MANY_REQUESTS = 429;
    private static final long UNKNOWN_RETRY_AFTER_MICROS = 1_000_000;

    private final MatchedRules matched;

    /** The answer to the charges of the matched rules, and of the marker after them if there is one. */
    private final Answer answer;

    /** What decided the request before any rule; null if the rules decide. */
    private final @Nullable Exemption exemption;

    /** The index of the ruling that denies or challenges the request for longest; -1 if none does. */
    private final int denial;

    private sealed interface Exemption {

        record Bypassed(Optional<String> name) implements Exemption {}

        record Blocked(BlockedSubject block, long leftMicros) implements Exemption {}
    }

    /** The least wait that the caller of a denied request is told; 0 for the one that the decision says. */
    private final long waitMicros;

    private Verdict(MatchedRules matched, Answer answer, @Nullable Exemption exemption) {
        this(matched, answer, exemption, 0);
    }

    private Verdict(MatchedRules matched, Answer answer, @Nullable Exemption exemption, long waitMicros) {
        this.waitMicros = waitMicros;
        this.matched = matched;
        this.answer = answer;
        this.exemption = exemption;
        this.denial = answer.allowed() && matched.plain() ? -1 : longestDenial(false);
    }

    static Verdict bypassed(String name) {
        return new Verdict(MatchedRules.NONE, Answer.NOTHING, new Exemption.Bypassed(Optional.of(name)));
    }

    static Verdict blocked(BlockedSubject block, Duration left) {
        Answer denied = new Answer(false, List.of(), Receipt.EMPTY);
        boolean isLong = left.compareTo(Rate.LONGEST_PERIOD) > 0;
        long leftMicros = (isLong ? Rate.LONGEST_PERIOD : left).toNanos() / 1_000;
        return new Verdict(MatchedRules.NONE, denied, new Exemption.Blocked(block, Math.max(1, leftMicros)));
    }

    /** @param answer to the charges of the matched rules, and of the marker after them if there is one */
    static Verdict of(MatchedRules matched, Answer answer) {
        return answer.retry() ? ofRetry(matched, answer) : new Verdict(matched, answer, null);
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
        return new Verdict(MatchedRules.of(rules), rest, null);
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
        List<MatchedRule> named = rules().stream().map(each -> each.named(name)).toList();
        return new Verdict(new MatchedRules(named, matched.charges(), matched.plain()), answer, exemption, waitMicros);
    }

    /** Returns the same verdict for a caller who is told to wait for at least so long. */
    Verdict tellingToWait(long micros) {
        return new Verdict(matched, answer, exemption, micros);
    }

    /** Returns the same verdict with a receipt for nothing, after everything was given back. */
    Verdict takingNothing() {
        Answer nothing = new Answer(answer.allowed(), answer.retry(), answer.decisions(), Receipt.EMPTY);
        return new Verdict(matched, nothing, exemption);
    }

    /** Returns the same verdict with more rules that were not charged. */
    Verdict and(List<MatchedRule> others, List<Decision> ofOthers) {
        List<MatchedRule> rules = new ArrayList<>(rules());
        rules.addAll(others);
        List<Decision> decisions = new ArrayList<>(answer.decisions().subList(0, rules().size()));
        decisions.addAll(ofOthers);
        Answer all = new Answer(answer.allowed(), answer.retry(), decisions, answer.receipt());
        return new Verdict(MatchedRules.of(rules), all, exemption);
    }

    @Override
    public boolean allowed() {
        return answer.allowed() && denial < 0;
    }

    /** Returns what becomes of the request. A denial precedes a challenge, which would not help then. */
    public Action action() {
        if (exemption instanceof Exemption.Blocked blocked) {
            return blocked.block().action();
        }
        return !answer.allowed() ? Action.DENY : denial < 0 ? Action.ALLOW : Action.CHALLENGE;
    }

    /** Returns the ruling that asks for a challenge; empty if the action is another one, or a block asks for it. */
    public Optional<Ruling> challengedBy() {
        return action() == Action.CHALLENGE ? optional(denial) : Optional.empty();
    }

    /** Returns the block because of which the request is denied or challenged. */
    public Optional<BlockedSubject> block() {
        return exemption instanceof Exemption.Blocked blocked ? Optional.of(blocked.block()) : Optional.empty();
    }

    /** Returns whether the request is denied because its subject is locked, and not for what others take just now. */
    public boolean locked() {
        return denial >= 0 && rules().get(denial).isLocked();
    }

    /** Returns the status of an HTTP response that denies the request, as the deciding rule wants it: usually 429. */
    public int status() {
        return denial >= 0 && rules().get(denial).rule().then() instanceof Then.Deny deny
                ? deny.status()
                : TOO_MANY_REQUESTS;
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
                each.rule().name(),
                each.subject(),
                charge.limit(),
                charge.cost(),
                each.consequence() != Consequence.NONE,
                decision(i),
                each.rule().then());
    }

    /** Returns the receipt for everything that was taken. */
    public Receipt receipt() {
        return answer.receipt();
    }

    /** Returns the name of the bypass that exempts the request from all rules. */
    public Optional<String> bypass() {
        return exemption instanceof Exemption.Bypassed bypassed ? bypassed.name() : Optional.empty();
    }

    /** Returns whether the request is a retry of one that was charged before. */
    public boolean repeat() {
        return answer.retry();
    }

    /** Returns whether anything has to be done if the response has this status. */
    boolean changesAfter(int status) {
        for (MatchedRule each : rules()) {
            boolean countsSome = !each.rule().outcome().countsAll();
            if (countsSome && (each.locks() || !each.rule().outcome().keeps(status))) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a matched rule counts certain responses only. */
    boolean countsSomeResponses() {
        for (MatchedRule each : rules()) {
            if (!each.rule().outcome().countsAll()) {
                return true;
            }
        }
        return false;
    }

    /** Returns the matched rules that count certain responses only. */
    List<MatchedRule> countingSomeResponses() {
        return rules().stream()
                .filter(each -> !each.rule().outcome().countsAll())
                .toList();
    }

    /** Returns whether a rule may have to block a subject. */
    boolean mayBlock() {
        return !answer.allowed() && !matched.plain();
    }

    /** Returns the rules that block the subjects which they deny, and have denied this one. */
    List<MatchedRule> blocking() {
        return IntStream.range(0, answer.allowed() ? 0 : rules().size())
                .filter(i -> rules().get(i).isEnforced() && !decision(i).allowed())
                .mapToObj(i -> rules().get(i))
                .filter(each -> each.rule().then() instanceof Then.Block)
                .toList();
    }

    /** Returns the ruling that denies or challenges the request for longest; empty if it is allowed or blocked. */
    @Override
    public Optional<Ruling> decidedBy() {
        return optional(denial);
    }

    /**
     * Returns how long a denied request has to wait, as {@link #decidedBy} or the {@link #block} says: one second if
     * neither says it, and 0 if the request is allowed. Longer if the rule has a {@linkplain Rule#growingWait growing wait}
     * and the caller has come back too early.
     */
    public long retryAfterMicros() {
        if (exemption instanceof Exemption.Blocked blocked) {
            return blocked.leftMicros();
        }
        return denial >= 0
                ? Math.max(decision(denial).retryAfterMicros(), waitMicros)
                : allowed() ? 0 : UNKNOWN_RETRY_AFTER_MICROS;
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
            if (turnsAway(rules().get(i), ownOnly) && !decision.allowed() && decision.retryAfterMicros() > retryAfter) {
                longest = i;
                retryAfter = decision.retryAfterMicros();
            }
        }
        return longest;
    }

    /** Returns whether a denial of this rule decides: one that asks for a challenge only if no rule denies. */
    private boolean turnsAway(MatchedRule each, boolean ownOnly) {
        boolean decides = answer.allowed() ? each.isChallenging() : each.isEnforced();
        return decides && !(ownOnly && !each.rule().per().isOwn());
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
            boolean denies = !decision(i).allowed() && each.consequence() != Consequence.NONE;
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
            if (rules().get(i).consequence() == Consequence.NONE && !decision(i).allowed()) {
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
        if (bypass().isPresent()) {
            return "allowed by bypass " + bypass().get();
        }
        if (block().isPresent()) {
            BlockedSubject block = block().get();
            return (action() == Action.CHALLENGE ? "challenged: " : "blocked: ") + block.subject() + " until "
                    + block.until() + " by " + block.by() + ", " + block.reason();
        }
        if (rules().isEmpty()) {
            return repeat() ? "allowed as a retry" : "allowed: no rule is for this request";
        }
        String head = decidedBy()
                .map(ruling -> (action() == Action.CHALLENGE
                                ? "challenged by "
                                : locked() ? "locked by " : "denied by ")
                        + ruling.rule()
                        + (unavailable() ? ", since the shared store does not answer and no limit can be asked" : ""))
                .orElse(repeat() ? "allowed as a retry" : "allowed");
        return head + "; " + rulings().stream().map(Ruling::toString).collect(Collectors.joining("; "));
    }
}
