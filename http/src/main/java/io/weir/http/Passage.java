package io.weir.http;

import io.weir.policy.Caller;
import io.weir.policy.Request;
import io.weir.policy.Ruling;
import io.weir.policy.Stage;
import io.weir.policy.Verdict;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One request's way through a gate, in one stage or in two: it is checked, perhaps held, goes on, and is settled by its
 * response. To be used by one thread after the other.
 */
public final class Passage {

    private static final CompletionStage<Optional<Reply>> GOES_ON = CompletableFuture.completedStage(Optional.empty());

    /** What is read of a request before any rule is asked. */
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

    /** What the rules before authentication say, if they were asked by themselves and it still counts. */
    private @Nullable Verdict first;

    private @Nullable Verdict second;
    private @Nullable Runnable letGo;

    /** The headers of the response, once they have been described. */
    private @Nullable BiConsumer<String, String> described;

    /** Rules whose charge of this request some call has made its own. */
    private Set<String> claimed = Set.of();

    private boolean exposed;
    private boolean over;

    Passage(HttpGate gate, Kind kind, HttpRequest http, String path) {
        this.gate = gate;
        this.kind = kind;
        this.http = http;
        this.path = path;
    }

    /** The request as rules see it, with all that is known of its caller so far; empty before any rule was asked. */
    public Optional<Request> request() {
        return Optional.ofNullable(request);
    }

    /** Whether there is something to check at that stage: it is not exempt, and was not checked yet. */
    public boolean needs(Stage stage) {
        if (kind == Kind.EXEMPT || over || second != null) {
            return false;
        }
        return first == null
                || (stage != Stage.BEFORE_AUTHENTICATION && first.bypass().isEmpty());
    }

    /** Charges the rules of that stage. What comes is the reply to give if the request must not go on. */
    public CompletionStage<Optional<Reply>> check(Stage stage, Caller caller) {
        if (!needs(stage)) {
            return GOES_ON;
        }
        if (kind == Kind.AMBIGUOUS) {
            over = true;
            return CompletableFuture.completedStage(Optional.of(gate.responder().ambiguousPath()));
        }
        Request asked = request == null ? gate.read(http, path, caller) : gate.classified(request.withCaller(caller));
        request = asked;
        CompletableFuture<Verdict> checked = gate.gate().check(asked, stage).toCompletableFuture();
        // Most requests go on, and most stores have answered by now: this way leaves nothing behind.
        if (checked.isDone()
                && !checked.isCompletedExceptionally()
                && checked.join().allowed()) {
            heed(stage, checked.join());
            return GOES_ON;
        }
        return checked.handle((verdict, failure) -> {
            if (failure != null) {
                giveBack();
                throw new CompletionException(failure);
            }
            return heed(stage, verdict);
        });
    }

    /** The same, and waits for it. */
    Optional<Reply> checkNow(Stage stage, Caller caller) {
        CompletionStage<Optional<Reply>> reply = check(stage, caller);
        return reply == GOES_ON ? Optional.empty() : reply.toCompletableFuture().join();
    }

    private Optional<Reply> heed(Stage stage, Verdict verdict) {
        boolean early = stage == Stage.BEFORE_AUTHENTICATION;
        if (!verdict.allowed()) {
            giveBack();
            return Optional.of(gate.responder().denied(verdict));
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

    /** Ends it without a trace. */
    private void giveBack() {
        over = true;
        if (first != null) {
            gate.gate().giveBack(first);
        }
        if (second != null) {
            gate.gate().giveBack(second);
        }
    }

    /** Adds to the response what the caller has to know of the rules that were asked so far. */
    public void describe(BiConsumer<String, String> headers) {
        Verdict tightest = first == null ? second : second == null ? first : tighter(first, second);
        Optional<Ruling> told = tightest == null ? Optional.empty() : tightest.reported();
        if (told.isPresent()) {
            gate.responder().describe(told.get(), headers);
        }
        described = headers;
    }

    /**
     * Describes that ruling instead, in the same response: for an application that refuses by a limit of its own what the gate
     * has let through.
     *
     * @return whether there are headers to describe it in
     */
    public boolean describeInstead(Ruling ruling) {
        if (described == null) {
            return false;
        }
        gate.responder().describe(ruling, described);
        return true;
    }

    /**
     * Whether that rule has charged the request and nobody has claimed the charge before. One call inside the application that is
     * limited by the same rule is paid by it then.
     */
    public synchronized boolean claim(String rule) {
        if (claimed.contains(rule) || !(isMet(first, rule) || isMet(second, rule))) {
            return false;
        }
        claimed = new HashSet<>(claimed);
        return claimed.add(rule);
    }

    private static boolean isMet(@Nullable Verdict verdict, String rule) {
        return verdict != null
                && verdict.rulings().stream().anyMatch(ruling -> ruling.rule().equals(rule));
    }

    private static Verdict tighter(Verdict early, Verdict late) {
        return partLeft(late) < partLeft(early) ? late : early;
    }

    private static double partLeft(Verdict verdict) {
        return verdict.reported().map(Ruling::partLeft).orElse(Double.MAX_VALUE);
    }

    /** The value of {@code Access-Control-Expose-Headers} to add, once, if a script from another origin reads the response. */
    public Optional<String> exposed() {
        if (exposed || kind == Kind.EXEMPT || http.header("Origin").isEmpty()) {
            return Optional.empty();
        }
        exposed = true;
        return Optional.of(gate.exposed());
    }

    /** How long it has to be held, by all rules that were asked so far, before the application may see it. */
    public long delayMicros() {
        return Math.max(first == null ? 0 : first.delayMicros(), second == null ? 0 : second.delayMicros());
    }

    /**
     * Holds it for its delay, without a thread.
     *
     * @param start called when there is a place; the short task it returns is run when the time is over
     * @return the reply to give instead if there is none; what was taken is given back then
     */
    public Optional<Reply> hold(Supplier<Runnable> start) {
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

    /** Whether it is held, or was. */
    public boolean wasHeld() {
        return letGo != null;
    }

    /** Ends the holding of a caller who has hung up; what was taken stays so. */
    public void letGo() {
        if (letGo != null) {
            letGo.run();
        }
        keep();
    }

    /** To be told, once, what became of the request: gives back what it has not cost after all. */
    public synchronized void settle(int status) {
        if (over) {
            return;
        }
        over = true;
        gate.settled(status);
        if (first != null) {
            gate.gate().settle(first, status);
        }
        if (second != null) {
            gate.gate().settle(second, status);
        }
    }

    /** To be told instead if no status can be: when the caller hung up. What was taken stays so. */
    public synchronized void keep() {
        over = true;
    }
}
