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

/** The answer to a request: what each rule it met says, and so what becomes of it. */
public final class Verdict implements Observed {

    /** Of what met no rule, and so is allowed. */
    public static final Verdict NO_RULE = of(MatchedRules.NONE, Answer.NOTHING);

    private static final long UNKNOWN_RETRY_AFTER_MICROS = 1_000_000;

    private final MatchedRules matched;

    /** To what was met, and perhaps to a marker after it. */
    private final Answer answer;

    private final Optional<String> bypass;

    /** The place of the ruling that denies the request for longest, -1 if none does. */
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

    /** @param answer to the charges of what was met, and perhaps of a marker after them */
    static Verdict of(MatchedRules matched, Answer answer) {
        return answer.retry() ? ofRetry(matched, answer) : new Verdict(matched, answer, Optional.empty());
    }

    /** Without the rules under which the request is free, which say nothing of it. */
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

    /** The same with that name for every rule, to be told to callers who must not see the real one. */
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

    /** What each rule says that was met, in their order. */
    public List<Ruling> rulings() {
        return IntStream.range(0, rules().size()).mapToObj(this::ruling).toList();
    }

    private Ruling ruling(int i) {
        MatchedRule each = rules().get(i);
        Charge charge = each.charge();
        return new Ruling(
                each.rule().name(), each.subject(), charge.limit(), charge.cost(), each.isEnforced(), decision(i));
    }

    /** What was taken. */
    public Receipt receipt() {
        return answer.receipt();
    }

    /** The name of the bypass by which it met no rule. */
    public Optional<String> bypass() {
        return bypass;
    }

    /** Whether it is a retry of one that was charged before. */
    public boolean repeat() {
        return answer.retry();
    }

    /** What is not charged if the response has that status. */
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

    /** Of the rulings that deny it, the one that does so for longest. */
    @Override
    public Optional<Ruling> decidedBy() {
        return optional(denial);
    }

    /** How long a denied request has to wait, as {@link #decidedBy} says; a second if no rule says it, and 0 if it is allowed. */
    public long retryAfterMicros() {
        return denial >= 0 ? decision(denial).retryAfterMicros() : allowed() ? 0 : UNKNOWN_RETRY_AFTER_MICROS;
    }

    /** The rule of {@link #decidedBy}, for those who need no more of it. */
    public Optional<Rule> decidingRule() {
        return denial < 0 ? Optional.empty() : Optional.of(rules().get(denial).rule());
    }

    /** The enforced ruling that a caller has to know of: who denies, or else who has the smallest part left. */
    public Optional<Ruling> tightest() {
        return optional(denial < 0 ? smallestPartLeft(false) : denial);
    }

    /**
     * The same among the rules whose counters are the caller's own: the only one whose numbers he may see. A request that is
     * denied only for what everybody together did has none.
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

    /** Whether it is denied only because the store could not be asked, and a rule lets nothing go without it. */
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

    /** Sees a rule that was met, whom it counted, what it charged, and what became of that. */
    @FunctionalInterface
    public interface Visitor {
        void visit(Rule rule, Subject subject, Charge charge, Decision decision);
    }

    /** Shows what each rule says that was met, in their order, without making anything of it. */
    public void each(Visitor visitor) {
        for (int i = 0; i < rules().size(); i++) {
            MatchedRule each = rules().get(i);
            visitor.visit(each.rule(), each.subject(), each.charge(), decision(i));
        }
    }

    /** Shows the rules that are only watched, and would have denied the request had they been enforced. */
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

    /** How long the request has to be held before it goes on: as long as the longest queue it is in. */
    public long delayMicros() {
        long longest = 0;
        for (int i = 0; allowed() && i < rules().size(); i++) {
            if (rules().get(i).isEnforced()) {
                longest = Math.max(longest, decision(i).delayMicros());
            }
        }
        return longest;
    }

    /** All of it in one line. */
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
