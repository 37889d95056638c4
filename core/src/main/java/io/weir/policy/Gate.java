package io.weir.policy;

import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.policy.internal.MatchedRule;
import io.weir.policy.internal.MatchedRules;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Stage;
import io.weir.policy.rule.Subject;
import io.weir.policy.rule.Then;
import io.weir.policy.spi.CheckTracer;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Effect;
import io.weir.store.Scope;
import io.weir.store.Store;
import io.weir.store.spi.KeyText;
import io.weir.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Checks requests against a policy: charges all rules that match a request in one call on the store. Thread-safe.
 *
 * <p>Each call reads the policy once. A caller that needs the policy for more than one step of a request takes it from
 * {@link #policy()} and passes the same instance to every step, so that a {@linkplain #replace replacement} in between
 * changes nothing.
 */
public final class Gate {

    private static final int FREE_RETRIES = 3;

    /**
     * The cost that a paid request takes from its marker: more than all its retries together, so a series of retries
     * never looks like a paid request.
     */
    private static final int PAID = FREE_RETRIES + 1;

    private static final Limit MARKER = Limit.slidingWindow(Rate.of(PAID + FREE_RETRIES, Duration.ofMinutes(10)));

    private static final CompletionStage<Void> NOTHING_TO_DO = CompletableFuture.completedStage(null);

    private final Store store;
    private final Map<String, LongAdder> bypassed = new ConcurrentHashMap<>();
    private final GateListener listener;
    private final CheckTracer tracer;
    private final Blocks blocks;
    private final TimeSource time;
    private final GrowingWaits waits = new GrowingWaits();
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
        this.blocks = Blocks.NONE;
        this.time = TimeSource.system();
        listener.governed(policy);
    }

    private Gate(Gate other, Blocks blocks, TimeSource time) {
        this.policy = other.policy;
        this.store = other.store;
        this.listener = other.listener;
        this.tracer = other.tracer;
        this.blocks = blocks;
        this.time = time;
    }

    /**
     * Returns a gate on the same store that denies requests of blocked subjects, and takes the place of this one. A
     * policy in shadow mode only reports them to {@link GateListener#wouldBlock}, and one that is off ignores them.
     *
     * @param time tells how long a block still lasts
     */
    public Gate withBlocks(Blocks others, TimeSource time) {
        return new Gate(this, others, time);
    }

    public Policy policy() {
        return policy;
    }

    /** Puts a policy in force. Counters of rules that keep their name and algorithm keep their counts. */
    public synchronized void replace(Policy next) {
        policy = next;
        listener.governed(next);
    }

    /** Returns how many requests each bypass has allowed. */
    public Map<String, Long> bypassed() {
        return bypassed.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey, entry -> entry.getValue().sum()));
    }

    /** Charges the cost of the request to all rules that match it, or nothing if one of them denies it. */
    public CompletionStage<Verdict> check(Request request) {
        return check(policy, request, Stage.WHOLE);
    }

    /** Does what {@link #check(Request)} does with the rules of one stage only. */
    public CompletionStage<Verdict> check(Request request, Stage stage) {
        return check(policy, request, stage);
    }

    /** Does what {@link #check(Request)} does with a policy that need not be in force. */
    public CompletionStage<Verdict> check(Policy by, Request request) {
        return check(by, request, Stage.WHOLE);
    }

    /**
     * Does what {@link #check(Request)} does, and waits for the verdict.
     *
     * @throws IllegalStateException on a thread that delivers the store's answers, where the wait would never end
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
     * Charges one rule of the policy without matching it; the request only says which counters to charge. No rule is
     * charged if the policy has no rule of this name.
     */
    public CompletionStage<Verdict> checkRule(String rule, Request request) {
        return tracer == CheckTracer.NONE ? judgeBy(rule, request) : tracer.trace(() -> judgeBy(rule, request));
    }

    private CompletionStage<Verdict> judge(Policy by, Request request, Stage stage) {
        Verdict known = decideWithoutRules(by, request);
        if (known != null) {
            return CompletableFuture.completedStage(notified(request, known));
        }
        if (stage != Stage.BEFORE_AUTHENTICATION && by.hasUnknownTier(request)) {
            request.caller().tier().ifPresent(listener::unknownTier);
        }
        return charge(request, stage, by.matched(request, stage));
    }

    private CompletionStage<Verdict> judgeBy(String rule, Request request) {
        Policy now = policy;
        Verdict known = decideWithoutRules(now, request);
        return known == null
                ? charge(request, Stage.WHOLE, now.matched(request, rule))
                : CompletableFuture.completedStage(notified(request, known));
    }

    /** Returns the verdict on a request that a bypass exempts, or whose subject is blocked. */
    private @Nullable Verdict decideWithoutRules(Policy by, Request request) {
        Optional<Bypass> bypass = by.bypass(request);
        if (bypass.isPresent()) {
            bypassed.computeIfAbsent(bypass.get().name(), first -> new LongAdder())
                    .increment();
            return Verdict.bypassed(bypass.get().name());
        }
        if (blocks == Blocks.NONE || by.mode() == Mode.OFF) {
            return null;
        }
        Optional<BlockedSubject> block = block(request);
        if (block.isPresent() && by.mode() == Mode.SHADOW) {
            listener.wouldBlock(block.get());
        }
        return block.isPresent() && by.mode() == Mode.ENFORCE ? blocked(block.get()) : null;
    }

    /** Returns the block of a request, unless the request has passed the challenge that the block asks for. */
    private Optional<BlockedSubject> block(Request request) {
        return blocks.find(request).filter(found -> found.action() == Action.BLOCKED || !request.hasPassedChallenge());
    }

    private Verdict blocked(BlockedSubject block) {
        Instant now = Instant.EPOCH.plus(time.nowMicros(), ChronoUnit.MICROS);
        return Verdict.blocked(block, Duration.between(now, block.until()));
    }

    private CompletionStage<Verdict> charge(Request request, Stage stage, MatchedRules matched) {
        Optional<Charge> marker = marker(request, stage, matched);
        if (!matched.plain()) {
            return new GuardedCharge(store, matched).charge(marker).thenApply(verdict -> notified(request, verdict));
        }
        if (marker.isEmpty()) {
            return charge(request, matched, matched.charges());
        }
        MatchedRules free = matched.withFreeRetries();
        return charge(request, free, free.chargesAnd(List.of(marker.get())));
    }

    /**
     * Returns the marker that recognizes retries of a request, if a matching rule makes them free and the caller is
     * known. Each stage has its own marker, so the second stage does not take a first request for a retry of the charge
     * that the first stage made.
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

    private CompletionStage<Verdict> charge(Request request, MatchedRules matched, List<Charge> charges) {
        if (charges.isEmpty()) {
            return CompletableFuture.completedStage(notified(request, Verdict.of(matched, Answer.NOTHING)));
        }
        return store.charge(charges).thenApply(answer -> notified(request, Verdict.of(matched, answer)));
    }

    /** Rules never block the subject of a verified crawler. */
    private Verdict notified(Request request, Verdict verdict) {
        listener.judged(verdict);
        if (verdict.mayBlock() && !request.isOfVerifiedCrawler()) {
            verdict.blocking()
                    .forEach(each -> blocks.begin(
                            each.subject(),
                            ((Then.Block) each.rule().then()).time(),
                            each.rule().name()));
        }
        return verdict.allowed() ? verdict : waits.tell(verdict, time.nowMicros());
    }

    /** Returns the verdict that {@link #check(Request)} would give, without charging anything. */
    public CompletionStage<Verdict> peek(Request request) {
        return peek(policy, request);
    }

    /** Returns the verdict that {@link #check(Policy, Request)} would give, without charging anything. */
    public CompletionStage<Verdict> peek(Policy by, Request request) {
        Optional<Bypass> bypass = by.bypass(request);
        if (bypass.isPresent()) {
            return CompletableFuture.completedStage(
                    Verdict.bypassed(bypass.get().name()));
        }
        Optional<BlockedSubject> block = by.mode() == Mode.ENFORCE ? block(request) : Optional.empty();
        return block.isPresent()
                ? CompletableFuture.completedStage(blocked(block.get()))
                : peek(by.matched(request, Stage.WHOLE));
    }

    private CompletionStage<Verdict> peek(MatchedRules matched) {
        return matched.plain()
                ? store.peek(matched.charges()).thenApply(decisions -> Verdict.ofPeek(matched, decisions))
                : new GuardedCharge(store, matched).peek();
    }

    /**
     * Returns the verdict of all rules that count this subject on a request of one permit, without charging anything.
     * Rules that are off are left out, and so are rules that count the subject in combination with another one.
     */
    public CompletionStage<Verdict> peek(Policy by, Subject subject) {
        return peek(by.matched(subject));
    }

    /** Gives back what the request was charged. Only the first call for a verdict has an effect. */
    public CompletionStage<Void> giveBack(Verdict verdict) {
        return store.giveBack(verdict.receipt());
    }

    /**
     * Forgets everything that the rules in force have counted for this subject, as {@link Ruling#subject} writes it.
     * Counts of the subject in combination with another one are kept.
     */
    public CompletionStage<Void> forget(Subject subject) {
        return forget(policy, subject);
    }

    /** Does what {@link #forget(Subject)} does with the rules of a policy that need not be in force. */
    public CompletionStage<Void> forget(Policy by, Subject subject) {
        return forget(by.counters(subject));
    }

    /**
     * Forgets what the rules of a policy have counted for the subjects of this request, and ends their locks. Distinct
     * values are not forgotten.
     */
    public CompletionStage<Void> forget(Policy by, Request request) {
        return forget(by.counters(request));
    }

    private CompletionStage<Void> forget(List<Charge> counters) {
        return CompletableFuture.allOf(counters.stream()
                .map(counter -> store.forget(counter).toCompletableFuture())
                .toArray(CompletableFuture[]::new));
    }

    /**
     * Reports the status of the response to an allowed request: gives back the charges of rules that do not count this
     * status, and locks a subject that has used up its last permit. Only the first call for a verdict has an effect.
     */
    public CompletionStage<Void> settle(Verdict verdict, int status) {
        return verdict.changesAfter(status) ? Settlement.of(verdict).settle(store, status) : NOTHING_TO_DO;
    }
}
