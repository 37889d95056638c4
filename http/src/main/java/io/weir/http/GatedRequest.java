package io.weir.http;

import io.weir.classify.IpAddress;
import io.weir.http.internal.FormFields;
import io.weir.http.internal.FormTooLargeException;
import io.weir.http.internal.RequestCheck;
import io.weir.policy.Action;
import io.weir.policy.Ruling;
import io.weir.policy.Verdict;
import io.weir.policy.challenge.ChallengeOutcome;
import io.weir.policy.rule.BotTerms.HoneypotField;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.PathPattern;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.RequestLimit;
import io.weir.policy.rule.Stage;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP request on its way through an {@link HttpGate}. An adapter calls {@link #check} in one stage or in two, then
 * {@link #describe}, then {@link #hold} if there is a delay, and {@link #settle} when the status of the response is known.
 * Calls may come from different threads, but not at the same time.
 */
public final class GatedRequest {

    private static final CompletionStage<Optional<Refusal>> CONTINUE =
            CompletableFuture.completedStage(Optional.empty());

    /** How the path alone classifies a request, before any rule is checked. */
    enum Kind {
        LIMITED,
        EXEMPT,
        AMBIGUOUS
    }

    private final HttpGate gate;
    private final Kind kind;
    private final HttpRequest http;
    private final String path;
    private @Nullable Request request;

    /** What requests for this path may look like; known after the first check. */
    private Optional<RequestLimit> limit = Optional.empty();

    /** The verdict of the stage before authentication; null if that stage was not checked or its charges were given back. */
    private @Nullable Verdict first;

    private @Nullable Verdict second;
    private @Nullable Runnable letGo;

    /** The headers of the response; null until {@link #describe} is called. */
    private @Nullable BiConsumer<String, String> described;

    /** The rules whose charge was claimed by a call inside the application. */
    private Set<String> claimed = Set.of();

    private boolean exposed;
    private boolean over;

    /** Whether an answer to a challenge has passed that may be used once more, for a part of this request. */
    private boolean hasPassed;

    /** The status that settles the charges instead of that of the response. */
    private OptionalInt settledAs = OptionalInt.empty();

    private BiConsumer<String, String> adding = (name, value) -> {};

    GatedRequest(HttpGate gate, Kind kind, HttpRequest http, String path) {
        this.gate = gate;
        this.kind = kind;
        this.http = http;
        this.path = path;
    }

    /** Returns the request as rules see it, with the facts known about its caller so far; empty before the first check. */
    public Optional<Request> request() {
        return Optional.ofNullable(request);
    }

    /** Returns the request as the client sent it. */
    public HttpRequest http() {
        return http;
    }

    /** Returns the address of the client, even if no rule applies to the request; empty if it has none. */
    public Optional<IpAddress> address() {
        return request == null ? gate.address(http) : request.address();
    }

    /** Sets how headers are added to the response. Adapters call this before anything else. */
    public void respondThrough(BiConsumer<String, String> headers) {
        adding = headers;
    }

    /** Adds a header to the response, beside others of this name. */
    public void addHeader(String name, String value) {
        adding.accept(name, value);
    }

    /**
     * Checks the answer to a challenge that a verdict about a part of this request asks for, such as a login. The result holds the
     * refusal to send, or is empty if the challenge is passed. One answer passes for one part.
     */
    public CompletionStage<Optional<Refusal>> passChallenge(Verdict verdict) {
        if (hasPassed) {
            hasPassed = false;
            return CONTINUE;
        }
        ChallengeDesk desk = gate.challenges();
        if (desk == null) {
            return CompletableFuture.completedStage(Optional.of(gate.responder().challenged(verdict)));
        }
        Request asked = request == null ? gate.read(http, path, Caller.ANONYMOUS, Optional.empty()) : request;
        return orTooLarge(desk.answer(http)
                .thenCompose(answer -> answer.isEmpty()
                        ? CompletableFuture.completedStage(Optional.of(desk.refusal(verdict)))
                        : desk.verify(answer.get(), asked, verdict)
                                .thenApply(outcome -> outcome.passed()
                                        ? Optional.empty()
                                        : Optional.of(desk.refusal(verdict, outcome)))));
    }

    /** Returns whether a stage must still be checked: the request is not exempt, and the stage was not checked before. */
    public boolean needs(Stage stage) {
        if (kind == Kind.EXEMPT || over || second != null) {
            return false;
        }
        return first == null
                || (stage != Stage.BEFORE_AUTHENTICATION && first.bypass().isEmpty());
    }

    /** Charges the rules of a stage. The result holds the refusal to send, or is empty if the request may continue. */
    public CompletionStage<Optional<Refusal>> check(Stage stage, Caller caller) {
        if (!needs(stage)) {
            return CONTINUE;
        }
        if (kind == Kind.AMBIGUOUS) {
            over = true;
            return CompletableFuture.completedStage(Optional.of(gate.responder().ambiguousPath()));
        }
        Optional<Refusal> unacceptable = unacceptable(stage, caller);
        if (unacceptable.isPresent()) {
            giveBack();
            return CompletableFuture.completedStage(unacceptable);
        }
        Optional<HoneypotField> trap = request == null ? gate.honeypotField(http, path) : Optional.empty();
        return trap.isEmpty() ? check(stage, caller, Optional.empty()) : checkWithTrap(stage, caller, trap.get());
    }

    /** Looks at a field that must stay empty first. */
    private CompletionStage<Optional<Refusal>> checkWithTrap(Stage stage, Caller caller, HoneypotField trap) {
        return orTooLarge(http.field(List.of(trap.name())).thenCompose(value -> {
            Optional<String> filledIn = value.map(any -> trap.name());
            if (filledIn.isEmpty() || !gate.enforces()) {
                return check(stage, caller, filledIn);
            }
            // A classifier remembers the sender.
            request = gate.read(http, path, caller, filledIn);
            over = true;
            return refusal(RequestFault.HONEYPOT, RequestLimit.Most.ANY);
        }));
    }

    private CompletionStage<Optional<Refusal>> refusal(RequestFault fault, RequestLimit.Most most) {
        RequestLimit ofForm = new RequestLimit(PathPattern.parse("/**"), Set.of(), Set.of(), most, Optional.empty());
        return CompletableFuture.completedStage(Optional.of(gate.responder().unacceptable(fault, ofForm)));
    }

    /** Refuses a form that is too large to be searched for a field. */
    private CompletionStage<Optional<Refusal>> orTooLarge(CompletionStage<Optional<Refusal>> refused) {
        return refused.exceptionallyCompose(thrown -> {
            Throwable failure =
                    thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
            if (!(failure instanceof FormTooLargeException)) {
                return CompletableFuture.failedStage(failure);
            }
            giveBack();
            return refusal(
                    RequestFault.BODY_TOO_LARGE,
                    new RequestLimit.Most(FormFields.MOST_BYTES, Long.MAX_VALUE, Integer.MAX_VALUE));
        });
    }

    private CompletionStage<Optional<Refusal>> check(Stage stage, Caller caller, Optional<String> filledIn) {
        Request asked =
                request == null ? gate.read(http, path, caller, filledIn) : gate.classified(request.withCaller(caller));
        request = asked;
        CompletableFuture<Verdict> checked = gate.gate().check(asked, stage).toCompletableFuture();
        // The common case, an allowed request and a store that has answered already, allocates nothing.
        if (checked.isDone()
                && !checked.isCompletedExceptionally()
                && checked.join().allowed()) {
            accept(stage, checked.join());
            return CONTINUE;
        }
        return checked.thenCompose(verdict -> answered(stage, asked, verdict)).whenComplete((refusal, failure) -> {
            if (failure != null) {
                giveBack();
            }
        });
    }

    /** Compares the request with what requests for its path may look like, once, and the scopes when they are known. */
    private Optional<Refusal> unacceptable(Stage stage, Caller caller) {
        if (request == null) {
            limit = gate.requestLimit(path);
        }
        return limit.flatMap(known -> {
            Optional<RequestFault> fault = request == null ? RequestCheck.find(http, known) : Optional.empty();
            return fault.or(() ->
                            stage == Stage.BEFORE_AUTHENTICATION ? Optional.empty() : RequestCheck.find(caller, known))
                    .map(found -> gate.responder().unacceptable(found, known));
        });
    }

    /** Returns how many bytes the body may have; empty if as many as the application takes. */
    public OptionalLong mostBodyBytes() {
        return limit.map(known -> known.most().bodyBytes())
                .filter(most -> most < Long.MAX_VALUE)
                .map(OptionalLong::of)
                .orElse(OptionalLong.empty());
    }

    /** Returns the refusal of a request whose body turned out to be too large while it was read. */
    public Refusal tooLarge() {
        return gate.responder().unacceptable(RequestFault.BODY_TOO_LARGE, limit.orElseThrow());
    }

    /** Checks the answer to a challenge, if the verdict asks for one, and then the request once more. */
    private CompletionStage<Optional<Refusal>> answered(Stage stage, Request asked, Verdict verdict) {
        ChallengeDesk desk = gate.challenges();
        if (desk == null || verdict.action() != Action.CHALLENGE) {
            return CompletableFuture.completedStage(accept(stage, verdict));
        }
        return orTooLarge(desk.answer(http)
                .thenCompose(answer -> answer.isEmpty()
                        ? CompletableFuture.completedStage(refuse(desk.refusal(verdict)))
                        : desk.verify(answer.get(), asked, verdict)
                                .thenCompose(outcome -> verified(stage, asked, verdict, outcome))));
    }

    private CompletionStage<Optional<Refusal>> verified(
            Stage stage, Request asked, Verdict verdict, ChallengeOutcome outcome) {
        if (!outcome.passed()) {
            ChallengeDesk desk = Objects.requireNonNull(gate.challenges());
            return CompletableFuture.completedStage(refuse(desk.refusal(verdict, outcome)));
        }
        Request passed = asked.withChallengePassed();
        request = passed;
        hasPassed = true;
        return gate.gate().check(passed, stage).thenApply(next -> accept(stage, next));
    }

    private Optional<Refusal> refuse(Refusal refusal) {
        giveBack();
        return Optional.of(refusal);
    }

    /** Calls {@link #check} and waits for the result. */
    Optional<Refusal> checkNow(Stage stage, Caller caller) {
        CompletionStage<Optional<Refusal>> reply = check(stage, caller);
        return reply == CONTINUE
                ? Optional.empty()
                : reply.toCompletableFuture().join();
    }

    private Optional<Refusal> accept(Stage stage, Verdict verdict) {
        boolean early = stage == Stage.BEFORE_AUTHENTICATION;
        if (!verdict.allowed()) {
            giveBack();
            return Optional.of(gate.responder().refusal(verdict));
        }
        if (!early && first != null && verdict.bypass().isPresent()) {
            gate.gate().giveBack(first);
            first = null;
        }
        if (early) {
            first = verdict;
        } else {
            second = verdict;
        }
        return Optional.empty();
    }

    /** Ends the request and gives back all charges. */
    private void giveBack() {
        over = true;
        if (first != null) {
            gate.gate().giveBack(first);
        }
        if (second != null) {
            gate.gate().giveBack(second);
        }
    }

    /** Adds the rate limit headers of the tightest rule checked so far. */
    public void describe(BiConsumer<String, String> headers) {
        Verdict tightest = first == null ? second : second == null ? first : tighter(first, second);
        Optional<Ruling> reported = tightest == null ? Optional.empty() : tightest.reported();
        if (reported.isPresent()) {
            gate.responder().describe(reported.get(), headers);
        }
        described = headers;
    }

    /**
     * Replaces the rate limit headers of the response by those of another ruling. Used when the application refuses, by a limit
     * of its own, a request that this gate allowed.
     *
     * @return false if {@link #describe} was not called before, so that there are no headers to replace
     */
    public boolean describeInstead(Ruling ruling) {
        if (described == null) {
            return false;
        }
        gate.responder().describe(ruling, described);
        return true;
    }

    /**
     * Claims the charge of a rule for one call inside the application that is limited by the same rule, so that the call is not
     * charged twice.
     *
     * @return false if the rule has not charged this request, or its charge was claimed before
     */
    public synchronized boolean claim(String rule) {
        if (claimed.contains(rule) || !(hasCharged(first, rule) || hasCharged(second, rule))) {
            return false;
        }
        claimed = new HashSet<>(claimed);
        return claimed.add(rule);
    }

    private static boolean hasCharged(@Nullable Verdict verdict, String rule) {
        return verdict != null
                && verdict.rulings().stream().anyMatch(ruling -> ruling.rule().equals(rule));
    }

    private static Verdict tighter(Verdict early, Verdict late) {
        return partLeft(late) < partLeft(early) ? late : early;
    }

    private static double partLeft(Verdict verdict) {
        return verdict.reported().map(Ruling::partLeft).orElse(Double.MAX_VALUE);
    }

    /** Returns the value of {@code Access-Control-Expose-Headers} for a cross-origin request; only the first call returns one. */
    public Optional<String> exposed() {
        if (exposed || kind == Kind.EXEMPT || http.header("Origin").isEmpty()) {
            return Optional.empty();
        }
        exposed = true;
        return Optional.of(gate.exposed());
    }

    /** Returns how long the request must be held before the application may see it, by all rules checked so far. */
    public long delayMicros() {
        return Math.max(first == null ? 0 : first.delayMicros(), second == null ? 0 : second.delayMicros());
    }

    /**
     * Holds the request for its delay, without blocking a thread.
     *
     * @param start called if the request can be held; returns a short task to run when the delay is over
     * @return the refusal to send if too many requests are held, in which case all charges are given back
     */
    public Optional<Refusal> hold(Supplier<Runnable> start) {
        try {
            Optional<Runnable> held = gate.holding().hold(delayMicros(), start);
            letGo = held.orElse(null);
        } catch (RuntimeException cannotBeHeld) {
            giveBack();
            throw cannotBeHeld;
        }
        if (letGo != null) {
            return Optional.empty();
        }
        giveBack();
        Verdict longest = Stream.concat(Stream.ofNullable(first), Stream.ofNullable(second))
                .max(Comparator.comparingLong(Verdict::delayMicros))
                .orElseThrow();
        return Optional.of(gate.responder().crowded(longest));
    }

    /** Returns whether the request is held now or was held before. */
    public boolean wasHeld() {
        return letGo != null;
    }

    /** Ends the hold of a client that closed the connection; its charges are kept. */
    public void letGo() {
        if (letGo != null) {
            letGo.run();
        }
        keep();
    }

    /**
     * Settles the charges by this status later, whatever the response has: 401 for a login that failed and is answered with a
     * redirection, 429 for one that was refused.
     */
    public synchronized void settleAs(int status) {
        settledAs = OptionalInt.of(status);
    }

    /** Settles the charges by the status of the response; only the first call has an effect. */
    public synchronized void settle(int ofResponse) {
        if (over) {
            return;
        }
        over = true;
        int status = settledAs.orElse(ofResponse);
        gate.settled(Optional.ofNullable(request), status);
        if (first != null) {
            gate.gate().settle(first, status);
        }
        if (second != null) {
            gate.gate().settle(second, status);
        }
    }

    /** Ends a request without a status, because the client closed the connection; its charges are kept. */
    public synchronized void keep() {
        over = true;
    }
}
