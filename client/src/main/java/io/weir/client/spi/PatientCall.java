package io.weir.client.spi;

import io.weir.client.patience.GaveUp;
import io.weir.client.patience.Habit;
import io.weir.client.patience.LaneClosedException;
import io.weir.client.patience.OutgoingCall;
import io.weir.client.patience.Patience;
import io.weir.client.patience.RetryReason;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One call with all its attempts. Before each attempt it takes a {@linkplain #turn() turn}; after each it is told how the
 * attempt ended, and says whether there is another. For one thread at a time.
 */
public final class PatientCall {

    public static final String IDEMPOTENCY_KEY = "Idempotency-Key";
    public static final String RETRY_ATTEMPT = "X-Retry-Attempt";

    private static final int TOO_MANY_REQUESTS = 429;
    private static final int BAD_GATEWAY = 502;
    private static final int SERVICE_UNAVAILABLE = 503;
    private static final int GATEWAY_TIMEOUT = 504;
    private static final Set<String> IDEMPOTENT = Set.of("GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE");

    private static final long MOST_JITTER = Duration.ofSeconds(1).toNanos();
    private static final int SHARE_OF_JITTER = 10;
    private static final int MOST_CAUSES = 10;

    private final PatientCalls calls;
    private final OutgoingCall call;
    private final Lane lane;
    private final BooleanSupplier bodyCanBeSentAgain;
    private final long deadline;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private LaneTicket ticket;
    private Duration backoff = Duration.ZERO;
    private int attempts;

    PatientCall(PatientCalls calls, OutgoingCall call, Lane lane, BooleanSupplier bodyCanBeSentAgain) {
        this.calls = calls;
        this.call = call;
        this.lane = lane;
        this.bodyCanBeSentAgain = bodyCanBeSentAgain;
        this.deadline = calls.time().nanos() + calls.patience().total().toNanos();
        this.ticket = ticket(LaneTicket.Kind.FIRST);
        if (calls.patience().habits().contains(Habit.IDEMPOTENCY_KEYS)
                && !IDEMPOTENT.contains(call.method())
                && call.header(IDEMPOTENCY_KEY).isEmpty()) {
            headers.put(IDEMPOTENCY_KEY, UUID.randomUUID().toString());
        }
    }

    private LaneTicket ticket(LaneTicket.Kind kind) {
        return new LaneTicket(kind, calls.patience().pacing(), deadline);
    }

    /** Returns the headers to set on the next attempt, in place of those with the same names. */
    public Map<String, String> headers() {
        return Map.copyOf(headers);
    }

    /**
     * Returns when the next attempt may be sent, if at all. Cancelling the future gives the turn back. It may be completed
     * on the thread of the timer, which must not be blocked.
     */
    public CompletableFuture<Admission> turn() {
        LaneTicket next = ticket(attempts == 0 ? LaneTicket.Kind.FIRST : LaneTicket.Kind.RETRY);
        ticket = next;
        CompletionStage<Admission> turn = next.turn;
        attempts++;
        if (attempts > 1) {
            headers.put(RETRY_ATTEMPT, Integer.toString(attempts - 1));
        }
        if (backoff.isZero()) {
            lane.enter(next);
        } else {
            Runnable cancel = calls.time().schedule(backoff.toNanos(), () -> lane.enter(next));
            turn.whenComplete((admission, cancelled) -> cancel.run());
            backoff = Duration.ZERO;
        }
        if (next.turn.isDone()) {
            tellRefusal(next.turn.join());
        } else {
            long begun = calls.time().nanos();
            turn.whenComplete((admission, cancelled) -> waited(next, admission, begun));
        }
        return next.turn;
    }

    private void waited(LaneTicket waiting, @Nullable Admission admission, long begun) {
        calls.listener().waited(call, Duration.ofNanos(calls.time().nanos() - begun));
        if (admission == null) {
            lane.leave(waiting);
        } else {
            tellRefusal(admission);
        }
    }

    private void tellRefusal(Admission admission) {
        admission.refusal().ifPresent(why -> calls.listener().gaveUp(call, why));
    }

    /** Waits for the next turn. An interrupt ends the wait and takes nothing. */
    public Admission awaitTurn() throws InterruptedException {
        CompletableFuture<Admission> turn = turn();
        try {
            return turn.get();
        } catch (InterruptedException interrupted) {
            if (!turn.cancel(false)) {
                abandoned();
            }
            throw interrupted;
        } catch (ExecutionException impossible) {
            throw new IllegalStateException("a turn never fails", impossible);
        }
    }

    /** Returns the exception for a caller who gets no answer, because not even the first attempt was sent. */
    public LaneClosedException notSent(Admission admission) {
        return new LaneClosedException(call, admission.refusal().orElse(GaveUp.TIME), lane.closedFor());
    }

    /** The attempt was answered. To be called as soon as the headers have come. */
    public NextStep answered(int status, AnswerHeaders answer) {
        Instant now = calls.time().wallClock();
        Optional<StatedLimit> limit = StatedLimit.of(answer, now);
        Optional<Duration> named = RetryAfter.of(answer, now);
        if (status == TOO_MANY_REQUESTS || (status == SERVICE_UNAVAILABLE && named.isPresent())) {
            return refused(named.or(() -> whenFreeAgain(limit)), limit);
        }
        if (status == BAD_GATEWAY || status == SERVICE_UNAVAILABLE || status == GATEWAY_TIMEOUT) {
            lane.failed(ticket);
            return mayBeExecuted(RetryReason.UNAVAILABLE);
        }
        lane.accepted(ticket, limit);
        return NextStep.HAND_BACK;
    }

    private static Optional<Duration> whenFreeAgain(Optional<StatedLimit> limit) {
        return limit.filter(stated -> stated.remaining() == 0)
                .map(StatedLimit::reset)
                .filter(reset -> !reset.isZero());
    }

    private NextStep refused(Optional<Duration> named, Optional<StatedLimit> limit) {
        Duration wait = named.map(this::jittered)
                .orElseGet(() -> random(calls.patience().backoff().unnamed()));
        Duration opens = lane.refused(ticket, wait, limit);
        Optional<GaveUp> why = unrepeatable(opens);
        if (why.isEmpty() && !lane.canAfford(RetryBudget.REFUSAL)) {
            why = Optional.of(GaveUp.BUDGET);
        }
        return next(RetryReason.REFUSED, why, opens);
    }

    /** Never shorter than the server asks for. */
    private Duration jittered(Duration wait) {
        long most = Math.min(MOST_JITTER, wait.toNanos() / SHARE_OF_JITTER);
        return wait.plusNanos(calls.randomUpTo(most));
    }

    /** Full jitter. */
    private Duration random(Duration first) {
        Duration longest = calls.patience().backoff().longest(first, attempts);
        return Duration.ofNanos(calls.randomUpTo(longest.toNanos()));
    }

    /** The attempt ended without an answer, or in the middle of one. */
    public NextStep failed(Throwable failure) {
        lane.failed(ticket);
        if (wasNeverSent(failure)) {
            Duration wait = random(calls.patience().backoff().base());
            return afterFailure(RetryReason.FAILED, unrepeatable(wait), wait);
        }
        return mayBeExecuted(RetryReason.FAILED);
    }

    private static boolean wasNeverSent(Throwable failure) {
        Throwable cause = failure;
        for (int i = 0; i < MOST_CAUSES && cause != null; i++) {
            if (cause instanceof ConnectException
                    || cause instanceof HttpConnectTimeoutException
                    || cause instanceof UnknownHostException) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    private NextStep mayBeExecuted(RetryReason reason) {
        Duration wait = random(calls.patience().backoff().base());
        boolean repeatable = IDEMPOTENT.contains(call.method())
                || headers.containsKey(IDEMPOTENCY_KEY)
                || call.header(IDEMPOTENCY_KEY).isPresent();
        return afterFailure(reason, repeatable ? unrepeatable(wait) : Optional.of(GaveUp.METHOD), wait);
    }

    private NextStep afterFailure(RetryReason reason, Optional<GaveUp> unrepeatable, Duration wait) {
        Optional<GaveUp> why = unrepeatable;
        if (why.isEmpty() && !lane.pays(RetryBudget.FAILURE)) {
            why = Optional.of(GaveUp.BUDGET);
        }
        backoff = wait;
        return next(reason, why, wait);
    }

    private Optional<GaveUp> unrepeatable(Duration wait) {
        Patience patience = calls.patience();
        if (attempts >= patience.mostAttempts()) {
            return Optional.of(GaveUp.ATTEMPTS);
        }
        if (!patience.habits().contains(Habit.REPEATABLE_BODIES) && !bodyCanBeSentAgain.getAsBoolean()) {
            return Optional.of(GaveUp.BODY);
        }
        return calls.time().nanos() + wait.toNanos() > deadline ? Optional.of(GaveUp.TIME) : Optional.empty();
    }

    private NextStep next(RetryReason reason, Optional<GaveUp> why, Duration wait) {
        if (why.isPresent()) {
            calls.listener().gaveUp(call, why.get());
            return NextStep.HAND_BACK;
        }
        calls.listener().retrying(call, reason, wait);
        return NextStep.RETRY;
    }

    /** The attempt was cancelled on its way. */
    public void abandoned() {
        lane.failed(ticket);
    }
}
