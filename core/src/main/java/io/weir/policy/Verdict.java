package io.weir.policy;

import io.weir.limit.Decision;
import io.weir.store.Receipt;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The answer to a request: what each rule it met says, and so what becomes of it.
 *
 * @param bypass the name of the bypass by which it met no rule
 * @param repeat whether it is a retry of one that was charged before
 */
public record Verdict(boolean allowed, List<Ruling> rulings, Optional<String> bypass, boolean repeat, Receipt receipt) {

    public Verdict {
        rulings = List.copyOf(rulings);
    }

    static Verdict bypassed(String name) {
        return new Verdict(true, List.of(), Optional.of(name), false, Receipt.EMPTY);
    }

    /** Of the rulings that deny it, the one that does so for longest. */
    public Optional<Ruling> decidedBy() {
        return rulings.stream()
                .filter(ruling -> ruling.enforced() && !ruling.allowed())
                .max(Comparator.comparingLong(ruling -> ruling.decision().retryAfterMicros()));
    }

    /** The enforced ruling that a caller has to know of: who denies, or else who has the smallest part left. */
    public Optional<Ruling> tightest() {
        return decidedBy()
                .or(() -> rulings.stream().filter(Ruling::enforced).min(Comparator.comparingDouble(Verdict::partLeft)));
    }

    private static double partLeft(Ruling ruling) {
        return (double) ruling.decision().remaining() / ruling.decision().limit();
    }

    public boolean degraded() {
        return rulings.stream().map(Ruling::decision).anyMatch(Decision::degraded);
    }

    /** How long the request has to be held before it goes on: as long as the longest queue it is in. */
    public long delayMicros() {
        return allowed
                ? rulings.stream()
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
        if (rulings.isEmpty()) {
            return "allowed: no rule is for this request";
        }
        String head = decidedBy()
                .map(ruling -> "denied by " + ruling.rule())
                .orElse(repeat ? "allowed as a retry" : "allowed");
        return head + "; " + rulings.stream().map(Ruling::toString).collect(Collectors.joining("; "));
    }
}
