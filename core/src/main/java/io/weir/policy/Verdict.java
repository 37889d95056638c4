package io.weir.policy;

import io.weir.limit.Decision;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Receipt;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The answer to a request: what each rule it met says, and so what becomes of it. */
public final class Verdict {

    private final boolean allowed;
    private final List<Met> met;
    private final List<Decision> decisions;
    private final Receipt receipt;
    private final Optional<String> bypass;
    private final boolean repeat;

    private Verdict(
            boolean allowed,
            List<Met> met,
            List<Decision> decisions,
            Receipt receipt,
            Optional<String> bypass,
            boolean repeat) {
        this.allowed = allowed;
        this.met = met;
        this.decisions = decisions;
        this.receipt = receipt;
        this.bypass = bypass;
        this.repeat = repeat;
    }

    static Verdict bypassed(String name) {
        return new Verdict(true, List.of(), List.of(), Receipt.EMPTY, Optional.of(name), false);
    }

    /** @param answer to the charges of what was met, and perhaps of a marker after them */
    static Verdict of(List<Met> met, Answer answer, boolean repeat) {
        return new Verdict(answer.allowed(), met, answer.decisions(), answer.receipt(), Optional.empty(), repeat);
    }

    static Verdict ofPeek(List<Met> met, List<Decision> decisions) {
        boolean allowed = true;
        for (int i = 0; i < met.size(); i++) {
            allowed &= decisions.get(i).allowed() || !met.get(i).isEnforced();
        }
        return new Verdict(allowed, met, decisions, Receipt.EMPTY, Optional.empty(), false);
    }

    public boolean allowed() {
        return allowed;
    }

    /** What each rule says that was met, in their order. */
    public List<Ruling> rulings() {
        return IntStream.range(0, met.size()).mapToObj(this::ruling).toList();
    }

    private Ruling ruling(int i) {
        Met each = met.get(i);
        Charge charge = each.charge();
        return new Ruling(
                each.rule().name(), each.subject(), charge.limit(), charge.cost(), each.isEnforced(), decisions.get(i));
    }

    /** What was taken. */
    public Receipt receipt() {
        return receipt;
    }

    /** The name of the bypass by which it met no rule. */
    public Optional<String> bypass() {
        return bypass;
    }

    /** Whether it is a retry of one that was charged before. */
    public boolean repeat() {
        return repeat;
    }

    /** What is not charged if the response has that status. */
    Set<Charge> freeAfter(int status) {
        Set<Charge> free = Set.of();
        for (Met each : met) {
            if (!each.rule().outcome().keeps(status)) {
                free = free.isEmpty() ? new HashSet<>() : free;
                free.add(each.charge());
            }
        }
        return free;
    }

    /** Of the rulings that deny it, the one that does so for longest. */
    public Optional<Ruling> decidedBy() {
        return rulings().stream()
                .filter(ruling -> ruling.enforced() && !ruling.allowed())
                .max(Comparator.comparingLong(ruling -> ruling.decision().retryAfterMicros()));
    }

    /** The enforced ruling that a caller has to know of: who denies, or else who has the smallest part left. */
    public Optional<Ruling> tightest() {
        return decidedBy()
                .or(() ->
                        rulings().stream().filter(Ruling::enforced).min(Comparator.comparingDouble(Verdict::partLeft)));
    }

    private static double partLeft(Ruling ruling) {
        return (double) ruling.decision().remaining() / ruling.decision().limit();
    }

    public boolean degraded() {
        return decisions.stream().anyMatch(Decision::degraded);
    }

    /** How long the request has to be held before it goes on: as long as the longest queue it is in. */
    public long delayMicros() {
        return allowed
                ? rulings().stream()
                        .filter(Ruling::enforced)
                        .mapToLong(ruling -> ruling.decision().delayMicros())
                        .max()
                        .orElse(0)
                : 0;
    }

    /** All of it in one line. */
    public String explain() {
        if (bypass.isPresent()) {
            return "allowed by bypass " + bypass.get();
        }
        if (met.isEmpty()) {
            return "allowed: no rule is for this request";
        }
        String head = decidedBy()
                .map(ruling -> "denied by " + ruling.rule())
                .orElse(repeat ? "allowed as a retry" : "allowed");
        return head + "; " + rulings().stream().map(Ruling::toString).collect(Collectors.joining("; "));
    }
}
