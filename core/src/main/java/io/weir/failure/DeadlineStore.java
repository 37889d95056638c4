package io.weir.failure;

import io.weir.store.Store;
import io.weir.time.Scheduler;
import java.time.Duration;
import java.util.Deque;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store that fails calls which are not answered before a deadline, and calls beyond a bound on those that wait, so that a store
 * that hangs does not fill the heap. A call that failed at its deadline counts as waiting until the store is done with it.
 *
 * <p>As long as the store
 * {@linkplain Store#isAnswering answers} other calls, late calls do not fail: they wait in this process's own queue,
 * which is no fault of the store. A call that failed may still have been counted.
 *
 * <p>All calls have the same deadline, so the oldest call is the first to be late, and one timer serves all of them.
 * While there are calls, the timer runs five times within a deadline. In each round it checks whether the store is
 * answering, if the oldest call is at least a fifth of the deadline old; a round without answers is silent. A late call
 * fails after four silent rounds in a row. A pause of this process makes no rounds, so its time is not counted: a pause
 * of one second is one round, and before the next round ends, everything that arrived during the pause has been read.
 *
 * <p>Weir has three timeouts, because each protects against a different fault. This deadline (50 ms by default) decides
 * when a caller gets a decision without the shared store, and works with any store. The timeout of the Redis client (one
 * second by default, {@code Deadlines} in module redis) ends commands that Redis never answers and drops commands that were
 * not sent yet. {@code ChannelGuard} in module redis closes a TCP connection whose other end has vanished, which no
 * timeout of a call can do.
 */
final class DeadlineStore extends GuardedStore {

    private static final int CHECKS_PER_DEADLINE = 5;
    private static final int SILENT_ROUNDS = CHECKS_PER_DEADLINE - 1;

    /**
     * After this many deadlines a round is silent even if the answers could not be read: the reading thread is blocked.
     */
    private static final int LONGEST_READING = 4;

    private record Sent(long micros, CompletableFuture<?> answer) {}

    private final Duration deadline;
    private final long deadlineMicros;
    private final long checkEveryMicros;
    private final int mostWaiting;
    private final AtomicInteger waiting = new AtomicInteger();
    private final Scheduler scheduler;
    private final Deque<Sent> oldestFirst = new ConcurrentLinkedDeque<>();
    private final AtomicBoolean watching = new AtomicBoolean();

    // Used only by the thread that runs the current round.
    private @Nullable Sent lastOldest;
    private int silentRounds;

    DeadlineStore(Store store, Duration deadline, int mostWaiting, Scheduler scheduler) {
        super(store);
        if (mostWaiting < 1) {
            throw new IllegalArgumentException("mostWaiting must be at least 1, but was " + mostWaiting);
        }
        if (deadline.isNegative() || deadline.isZero()) {
            throw new IllegalArgumentException("deadline must be positive, but was " + deadline);
        }
        this.deadline = deadline;
        this.deadlineMicros = deadline.toNanos() / 1_000;
        this.checkEveryMicros = Math.max(1, deadlineMicros / CHECKS_PER_DEADLINE);
        this.mostWaiting = mostWaiting;
        this.scheduler = scheduler;
    }

    /** Returns how many calls wait now. */
    int waiting() {
        return waiting.get();
    }

    @Override
    <T> CompletionStage<T> guard(Supplier<CompletionStage<T>> call) {
        if (waiting.incrementAndGet() > mostWaiting) {
            waiting.decrementAndGet();
            return CompletableFuture.failedStage(new StoreUnavailableException.TooManyWaiting(
                    String.format(Locale.ROOT, "%,d calls wait for the store already", mostWaiting)));
        }
        CompletionStage<T> answer;
        try {
            answer = call.get();
        } catch (RuntimeException | Error failure) {
            waiting.decrementAndGet();
            throw failure;
        }
        if (answer.toCompletableFuture().isDone()) {
            waiting.decrementAndGet();
            return answer;
        }
        CompletableFuture<T> inTime = new CompletableFuture<>();
        watch(new Sent(scheduler.elapsedMicros(), inTime));
        answer.whenComplete((value, failure) -> {
            waiting.decrementAndGet();
            if (failure == null) {
                inTime.complete(value);
            } else {
                inTime.completeExceptionally(failure);
            }
        });
        return inTime;
    }

    private void watch(Sent sent) {
        oldest();
        oldestFirst.addLast(sent);
        if (watching.compareAndSet(false, true)) {
            silentRounds = 0;
            checkIn(checkEveryMicros);
        }
    }

    /** Returns the oldest call without an answer. */
    private @Nullable Sent oldest() {
        Sent first = oldestFirst.peekFirst();
        while (first != null && first.answer().isDone()) {
            oldestFirst.remove(first);
            first = oldestFirst.peekFirst();
        }
        return first;
    }

    private void checkIn(long micros) {
        scheduler.schedule(micros, this::check);
    }

    private void check() {
        Sent oldest = oldest();
        if (oldest == null) {
            rest();
            return;
        }
        if (oldest != lastOldest) {
            // The previous oldest call was answered.
            lastOldest = oldest;
            silentRounds = 0;
        }
        if (age(oldest) < checkEveryMicros) {
            checkIn(checkEveryMicros);
            return;
        }
        AtomicBoolean once = new AtomicBoolean();
        Runnable cancel = scheduler.schedule(LONGEST_READING * deadlineMicros, () -> endRound(once, false));
        store().isAnswering().whenComplete((answering, failure) -> {
            cancel.run();
            endRound(once, failure == null && answering);
        });
    }

    private void endRound(AtomicBoolean once, boolean answering) {
        if (!once.compareAndSet(false, true)) {
            return;
        }
        silentRounds = answering ? 0 : silentRounds + 1;
        if (silentRounds >= SILENT_ROUNDS) {
            failLate();
        }
        Sent oldest = oldest();
        if (oldest == null) {
            rest();
        } else {
            long left = Math.max(1, deadlineMicros - age(oldest));
            checkIn(silentRounds >= SILENT_ROUNDS ? Math.min(left, checkEveryMicros) : checkEveryMicros);
        }
    }

    private void failLate() {
        Sent oldest = oldest();
        while (oldest != null && age(oldest) >= deadlineMicros) {
            oldestFirst.remove(oldest);
            CompletableFuture<?> late = oldest.answer();
            // On another thread, because callbacks of the caller run with the completion.
            scheduler.execute(() -> late.completeExceptionally(
                    new StoreUnavailableException("the store has not answered within " + deadline.toMillis() + " ms")));
            oldest = oldest();
        }
        lastOldest = oldest;
    }

    private void rest() {
        lastOldest = null;
        watching.set(false);
        if (!oldestFirst.isEmpty() && watching.compareAndSet(false, true)) {
            silentRounds = 0;
            checkIn(checkEveryMicros);
        }
    }

    private long age(Sent sent) {
        return scheduler.elapsedMicros() - sent.micros();
    }
}
