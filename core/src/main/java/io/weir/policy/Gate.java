package io.weir.policy;

import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.policy.internal.MatchedRule;
import io.weir.policy.internal.MatchedRules;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Stage;
import io.weir.policy.rule.Subject;
import io.weir.policy.spi.CheckTracer;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Effect;
import io.weir.store.Receipt;
import io.weir.store.Receipt.Taken;
import io.weir.store.Scope;
import io.weir.store.Store;
import io.weir.store.spi.KeyText;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/**
 * Lets requests through, or not: charges all rules of a policy that a request meets in one call on the store. Thread-safe.
 *
 * <p>Each call reads the policy once. A caller that needs the policy for more than one step of a request takes it from {@link
 * #policy()} and passes the same one to every step, so that a {@linkplain #replace replacement} in between changes nothing.
 */
public final class Gate {

    private static final int FREE_RETRIES = 3;

    /** What a paid request takes of its marker: more than all of its retries together, so that these never look like it. */
    private static final int PAID = FREE_RETRIES + 1;

    private static final Limit MARKER = Limit.slidingWindow(Rate.of(PAID + FREE_RETRIES, Duration.ofMinutes(10)));

    private static final CompletionStage<Void> NOTHING_TO_DO = CompletableFuture.completedStage(null);

    private final Store store;
    private final Map<String, LongAdder> bypassed = new ConcurrentHashMap<>();
    private final GateListener listener;
    private final CheckTracer tracer;
    private volatile Policy policy;

    public Gate(Policy policy, Store store) {
        this(policy, store, verdict -> {});
    }

    public Gate(Policy policy, Store store, GateListener listener) {
        this(policy, store, listener, CheckTracer.NONE);
    }

    public Gate(Policy policy, Store store, GateListener listener, CheckTracer tracer) {
        this.policy = policy;
        this.store = store;
        this.listener = listener;
        this.tracer = tracer;
        listener.governed(policy);
    }

    public Policy policy() {
        return policy;
    }

    /** From now on that is the policy. What was counted stays counted, under rules of the same name and algorithm. */
    public synchronized void replace(Policy next) {
        policy = next;
        listener.governed(next);
    }

    /** How many requests each bypass has let through. */
    public Map<String, Long> bypassed() {
        return bypassed.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey, entry -> entry.getValue().sum()));
    }

    /** Charges what the request costs under all rules it meets, or nothing if one of them denies it. */
    public CompletionStage<Verdict> check(Request request) {
        return check(policy, request, Stage.WHOLE);
    }

    /** Does what {@link #check(Request)} does with the rules of that stage alone. */
    public CompletionStage<Verdict> check(Request request, Stage stage) {
        return check(policy, request, stage);
    }

    /** Does what {@link #check(Request)} does by a policy that need not be the one in force. */
    public CompletionStage<Verdict> check(Policy by, Request request) {
        return check(by, request, Stage.WHOLE);
    }

    /**
     * Does what {@link #check(Request)} does, and waits for the verdict.
     *
     * @throws IllegalStateException on a thread that brings the store's answers, where the wait would never end
     */
    public Verdict checkNow(Request request) {
        store.refuseToWaitHere();
        try {
            return check(request).toCompletableFuture().join();
        } catch (CompletionException failure) {
            throw failure.getCause() instanceof RuntimeException cause ? cause : failure;
        }
    }

    private CompletionStage<Verdict> check(Policy by, Request request, Stage stage) {
        return tracer == CheckTracer.NONE ? judge(by, request, stage) : tracer.trace(() -> judge(by, request, stage));
    }

    /**
     * The same for one rule of the policy, whatever requests it is for: its counters are those of the requests that meet it. No
     * rule is met if the policy has none of that name.
     */
    public CompletionStage<Verdict> checkRule(String rule, Request request) {
        return tracer == CheckTracer.NONE ? judgeBy(rule, request) : tracer.trace(() -> judgeBy(rule, request));
    }

    private CompletionStage<Verdict> judge(Policy by, Request request, Stage stage) {
        Optional<Bypass> bypass = by.bypass(request);
        if (bypass.isPresent()) {
            return bypassed(bypass.get());
        }
        if (stage != Stage.BEFORE_AUTHENTICATION && by.hasUnknownTier(request)) {
            request.caller().tier().ifPresent(listener::unknownTier);
        }
        return charge(request, stage, by.matched(request, stage));
    }

    private CompletionStage<Verdict> judgeBy(String rule, Request request) {
        Policy now = policy;
        Optional<Bypass> bypass = now.bypass(request);
        return bypass.isPresent() ? bypassed(bypass.get()) : charge(request, Stage.WHOLE, now.matched(request, rule));
    }

    private CompletionStage<Verdict> bypassed(Bypass bypass) {
        bypassed.computeIfAbsent(bypass.name(), first -> new LongAdder()).increment();
        return CompletableFuture.completedStage(told(Verdict.bypassed(bypass.name())));
    }

    private CompletionStage<Verdict> charge(Request request, Stage stage, MatchedRules matched) {
        Optional<Charge> marker = marker(request, stage, matched);
        if (marker.isEmpty()) {
            return charge(matched, matched.charges());
        }
        MatchedRules free = matched.withFreeRetries();
        return charge(free, free.chargesAnd(marker.get()));
    }

    /**
     * What recognizes retries of a request, if one of its rules makes them free and its caller is known. Each stage has its own
     * marker, so that the second stage does not take a first request for the retry of what the first stage was charged.
     */
    private static Optional<Charge> marker(Request request, Stage stage, MatchedRules matched) {
        Optional<String> given = request.idempotencyKey();
        if (given.isEmpty() || given.get().isBlank() || request.caller().isAnonymous()) {
            return Optional.empty();
        }
        List<Scope> scopes = matched.rules().stream()
                .map(MatchedRule::rule)
                .filter(Rule::idempotent)
                .map(Rule::scope)
                .toList();
        return given.filter(key -> !scopes.isEmpty()).map(key -> {
            String caller = request.caller()
                    .user()
                    .map(user -> "user:" + user)
                    .orElseGet(() -> "apikey:" + request.caller().apiKey().orElseThrow());
            List<String> parts = List.of(stage.name(), caller, request.method(), request.path(), key);
            String all = parts.stream().map(KeyText::encodedPart).collect(Collectors.joining(":"));
            return Charge.ofRule("retry:" + KeyText.encodedPart(all), "#", MARKER, PAID)
                    .withEffect(Effect.MARKER)
                    .withScope(scopes.contains(Scope.SHARED) ? Scope.SHARED : Scope.NODE);
        });
    }

    private CompletionStage<Verdict> charge(MatchedRules matched, List<Charge> charges) {
        if (charges.isEmpty()) {
            return CompletableFuture.completedStage(told(Verdict.of(matched, Answer.NOTHING)));
        }
        return store.charge(charges).thenApply(answer -> told(Verdict.of(matched, answer)));
    }

    private Verdict told(Verdict verdict) {
        listener.judged(verdict);
        return verdict;
    }

    /** What {@link #check(Request)} would say, without charging anything. */
    public CompletionStage<Verdict> peek(Request request) {
        return peek(policy, request);
    }

    /** What {@link #check(Policy, Request)} would say, without charging anything. */
    public CompletionStage<Verdict> peek(Policy by, Request request) {
        Optional<Bypass> bypass = by.bypass(request);
        if (bypass.isPresent()) {
            return CompletableFuture.completedStage(
                    Verdict.bypassed(bypass.get().name()));
        }
        MatchedRules matched = by.matched(request, Stage.WHOLE);
        return store.peek(matched.charges()).thenApply(decisions -> Verdict.ofPeek(matched, decisions));
    }

    /**
     * What each rule that counts this subject would say of a request of one permit, without charging anything. Rules that are
     * off, and rules that count the subject together with something else, are left out.
     */
    public CompletionStage<Verdict> peek(Policy by, Subject subject) {
        MatchedRules matched = by.matched(subject);
        return store.peek(matched.charges()).thenApply(decisions -> Verdict.ofPeek(matched, decisions));
    }

    /** Gives back what the request was charged, once. */
    public CompletionStage<Void> giveBack(Verdict verdict) {
        return store.giveBack(verdict.receipt());
    }

    /**
     * Forgets all that the policy's rules have counted for that subject, as it is written in {@link Ruling#subject}. What rules
     * count of it together with something else stays.
     */
    public CompletionStage<Void> forget(Subject subject) {
        return forget(policy, subject);
    }

    /** Does what {@link #forget(Subject)} does with the rules of a policy that need not be the one in force. */
    public CompletionStage<Void> forget(Policy by, Subject subject) {
        return CompletableFuture.allOf(by.counters(subject).stream()
                .map(counter -> store.forget(counter).toCompletableFuture())
                .toArray(CompletableFuture[]::new));
    }

    /** To be told what became of a request that was let through: gives back what it has not cost after all. */
    public CompletionStage<Void> settle(Verdict verdict, int status) {
        Set<Charge> free = verdict.freeAfter(status);
        if (free.isEmpty()) {
            return NOTHING_TO_DO;
        }
        List<Taken> back = verdict.receipt().redeem().stream()
                .filter(taken -> free.contains(taken.charge()))
                .toList();
        return store.giveBack(Receipt.of(back));
    }
}
