package io.weir.policy;

import io.weir.limit.Decision;
import io.weir.policy.internal.MatchedRule;
import io.weir.policy.internal.MatchedRules;
import io.weir.policy.rule.Then;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Effect;
import io.weir.store.OnFailure;
import io.weir.store.Receipt;
import io.weir.store.Receipt.Taken;
import io.weir.store.Store;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/**
 * The charge of one request that matches rules which lock, block, ask for a challenge or count distinct values. Each
 * object is for one request.
 *
 * <p>Locks and seen values are looked up first, and everything is charged in one call after that. Two requests with the
 * same new value may therefore both be charged for it; the one whose value the store had seen by then gets its charge
 * back. A request that finds no lock may be charged after another one has begun it: the counter, which a lock does not
 * clear, is what bounds the requests of a subject.
 */
final class GuardedCharge {

    private static final long RETRY_AFTER_MICROS = 1_000_000;

    private final Store store;
    private final MatchedRules matched;

    /** The rules to charge, in their order. */
    private final List<MatchedRule> rules = new ArrayList<>();

    /** The rules whose subjects are locked, and the decisions of the locks. */
    private final List<MatchedRule> locked = new ArrayList<>();

    private final List<Decision> lockDecisions = new ArrayList<>();

    GuardedCharge(Store store, MatchedRules matched) {
        this.store = store;
        this.matched = matched;
    }

    /** @param retryMarker what recognizes retries of the request */
    CompletionStage<Verdict> charge(Optional<Charge> retryMarker) {
        List<Charge> looks = looks();
        return looks.isEmpty()
                ? chargeAfter(List.of(), retryMarker)
                : store.peek(looks).thenCompose(decisions -> chargeAfter(decisions, retryMarker));
    }

    private List<Charge> looks() {
        List<Charge> looks = new ArrayList<>();
        for (MatchedRule each : matched.rules()) {
            if (each.locks()) {
                looks.add(each.lock());
            }
            if (each.seen() != null) {
                looks.add(each.seen());
                looks.add(each.charge());
            }
        }
        return looks;
    }

    private CompletionStage<Verdict> chargeAfter(List<Decision> looked, Optional<Charge> retryMarker) {
        sort(looked.iterator());
        if (locked.stream().anyMatch(MatchedRule::isEnforced)) {
            return CompletableFuture.completedStage(refused());
        }
        MatchedRules charged = MatchedRules.of(rules);
        List<Charge> beside = new ArrayList<>();
        rules.stream().map(MatchedRule::seen).filter(seen -> seen != null).forEach(beside::add);
        if (retryMarker.isPresent()) {
            charged = charged.withFreeRetries();
            beside.add(retryMarker.get());
        }
        MatchedRules all = charged;
        List<Charge> charges = all.chargesAnd(beside);
        return charges.isEmpty()
                ? CompletableFuture.completedStage(withLocked(Verdict.of(all, Answer.NOTHING)))
                : store.charge(charges).thenCompose(answer -> answered(all, answer));
    }

    /** Tells locked rules from others, and leaves out markers that must not be written. */
    private void sort(Iterator<Decision> looked) {
        for (MatchedRule each : matched.rules()) {
            Decision lock = each.locks() ? looked.next() : null;
            boolean hasValue = each.seen() != null;
            boolean seen = hasValue && isSpent(looked.next(), each);
            boolean fits = !hasValue || looked.next().allowed();
            if (lock != null && isSpent(lock, each)) {
                locked.add(each.locked());
                lockDecisions.add(lock);
            } else if (seen) {
                rules.add(each.alreadySeen());
            } else {
                rules.add(fits ? each : each.withoutValue());
            }
        }
    }

    /** Returns whether a look has found a lock or a value, and not only that the store cannot be asked. */
    private static boolean isSpent(Decision look, MatchedRule each) {
        return !look.allowed() && !isRefused(look, each);
    }

    private static boolean isRefused(Decision decision, MatchedRule each) {
        return decision.degraded() && each.rule().onFailure() == OnFailure.CLOSED;
    }

    private Verdict refused() {
        return Verdict.of(MatchedRules.of(locked), new Answer(false, lockDecisions, Receipt.EMPTY));
    }

    private CompletionStage<Verdict> answered(MatchedRules charged, Answer given) {
        Answer answer = given.degraded() ? askingForChallenges(charged, given) : given;
        List<MatchedRule> twice = countedTwice(charged, answer);
        if (!twice.isEmpty()) {
            return giveBack(twice, answer).thenCompose(rest -> decided(charged, rest));
        }
        return decided(charged, answer);
    }

    /** Makes rules that are closed while the store fails ask for their challenge: shadow charges are only left out. */
    private static Answer askingForChallenges(MatchedRules charged, Answer answer) {
        List<Decision> decisions = new ArrayList<>(answer.decisions());
        for (int i = 0; i < charged.rules().size(); i++) {
            MatchedRule each = charged.rules().get(i);
            if (each.isChallenging() && isRefused(decisions.get(i), each)) {
                decisions.set(i, decisions.get(i).deniedFor(RETRY_AFTER_MICROS));
            }
        }
        return new Answer(answer.allowed(), answer.retry(), decisions, answer.receipt());
    }

    /** Returns the rules whose value another request has brought between the look and the charge. */
    private static List<MatchedRule> countedTwice(MatchedRules charged, Answer answer) {
        List<MatchedRule> twice = new ArrayList<>();
        int next = charged.rules().size();
        for (int i = 0; i < charged.rules().size(); i++) {
            MatchedRule each = charged.rules().get(i);
            if (each.seen() != null) {
                Decision seen = answer.decisions().get(next++);
                if (answer.allowed() && !seen.allowed()) {
                    twice.add(each);
                }
            }
        }
        return twice;
    }

    /** Gives back the charges of these rules, and returns the answer with a receipt for the others. */
    private CompletionStage<Answer> giveBack(List<MatchedRule> twice, Answer answer) {
        Map<Boolean, List<Taken>> parts = answer.receipt().redeem().stream()
                .collect(Collectors.partitioningBy(
                        taken -> twice.stream().anyMatch(each -> each.charge().equals(taken.charge()))));
        Answer rest = new Answer(
                answer.allowed(), answer.retry(), answer.decisions(), Receipt.of(parts.getOrDefault(false, List.of())));
        return store.giveBack(Receipt.of(parts.getOrDefault(true, List.of()))).handle((done, failure) -> rest);
    }

    private CompletionStage<Verdict> decided(MatchedRules charged, Answer answer) {
        Verdict verdict = withLocked(Verdict.of(charged, answer));
        if (verdict.action() == Action.CHALLENGE) {
            // What cannot be given back comes back with time.
            return store.giveBack(verdict.receipt()).handle((done, failure) -> verdict.takingNothing());
        }
        CompletionStage<Verdict> done = CompletableFuture.completedStage(verdict);
        for (int i = 0; verdict.allowed() && i < charged.rules().size(); i++) {
            MatchedRule each = charged.rules().get(i);
            Decision decision = answer.decisions().get(i);
            if (begins(each, decision)) {
                Charge lock = each.lock();
                done = done.thenCompose(told -> Settlement.begin(store, lock).thenApply(begun -> told));
            }
        }
        return done;
    }

    /** Returns whether a rule that counts all requests has given its last permit, so that the lock begins now. */
    private static boolean begins(MatchedRule each, Decision decision) {
        return each.rule().then() instanceof Then.Lock
                && each.rule().outcome().countsAll()
                && each.charge().effect() != Effect.FREE
                && decision.allowed()
                && Settlement.isSpent(decision, each.charge());
    }

    /** Adds the locks of rules in shadow mode. */
    private Verdict withLocked(Verdict verdict) {
        return locked.isEmpty() ? verdict : verdict.and(locked, lockDecisions);
    }

    /** Returns the verdict that {@link #charge} would give, without charging anything. */
    CompletionStage<Verdict> peek() {
        List<Charge> all = looks();
        int looks = all.size();
        all.addAll(matched.charges());
        return store.peek(all)
                .thenApply(
                        decisions -> peeked(decisions.subList(0, looks), decisions.subList(looks, decisions.size())));
    }

    private Verdict peeked(List<Decision> looked, List<Decision> ofCharges) {
        Iterator<Decision> look = looked.iterator();
        List<MatchedRule> said = new ArrayList<>();
        List<Decision> decisions = new ArrayList<>();
        for (int i = 0; i < matched.rules().size(); i++) {
            MatchedRule each = matched.rules().get(i);
            Decision lock = each.locks() ? look.next() : null;
            boolean seen = each.seen() != null && isSpent(look.next(), each);
            if (each.seen() != null) {
                look.next();
            }
            if (lock != null && isSpent(lock, each)) {
                locked.add(each.locked());
                lockDecisions.add(lock);
            } else {
                said.add(seen ? each.alreadySeen() : each);
                decisions.add(seen ? fitting(ofCharges.get(i), each.charge()) : ofCharges.get(i));
            }
        }
        return locked.stream().anyMatch(MatchedRule::isEnforced)
                ? refused()
                : withLocked(Verdict.ofPeek(MatchedRules.of(said), decisions));
    }

    /** Returns what is said of a value that was counted already: it fits, whatever is left. */
    private static Decision fitting(Decision decision, Charge charge) {
        Decision fits = Decision.allowed(charge.limit(), decision.state(), decision.atMicros(), 0);
        return decision.degraded() ? fits.asDegraded() : fits;
    }
}
