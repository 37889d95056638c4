package io.weir.failure;

import io.weir.store.Store;
import io.weir.time.Scheduler;
import java.time.Duration;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store that fails the calls which it has not answered in time, unless it is {@linkplain Store#isAnswering answering} others: then
 * they wait in this process's own queue, which proves nothing against the store. A late call may have been counted nevertheless.
 *
 * <p>All calls have the same time, so the oldest is the first to be late, and one timer looks after all of them: five times within a
 * deadline, while there are calls. A round is a look at a call that is a fifth of the deadline old; it is silent if the store is not
 * answering. A call fails when it is late and the last four rounds were silent. Time in which this process stood still makes no
 * rounds, so it is not counted: a pause of a second is one round, and in the next one all that has arrived meanwhile was read.
 */
final class DeadlineStore extends GuardedStore {

    private static final int LOOKS_PER_DEADLINE = 5;
    private static final int SILENT_ROUNDS = LOOKS_PER_DEADLINE - 1;

    /** After so many deadlines a round is silent, though what has arrived was not read: the thread that reads is blocked. */
    private static final int LONGEST_READING = 4;

    private record Sent(long micros, CompletableFuture<?> answer) {}

    private final Duration deadline;
    private final long deadlineMicros;
    private final long lookEveryMicros;
    private final Scheduler scheduler;
    private final Deque<Sent> oldestFirst = new ConcurrentLinkedDeque<>();
    private final AtomicBoolean watching = new AtomicBoolean();

    // These belong to whoever looks.
    private @Nullable Sent lastOldest;
    private int silentRounds;

    public DeadlineStore(Store store, Duration deadline, Scheduler scheduler) {
        super(store);
        if (deadline.isNegative() || deadline.isZero()) {
            throw new IllegalArgumentException("deadline must be positive, but was " + deadline);
        }
        this.deadline = deadline;
        this.deadlineMicros = deadline.toNanos() / 1_000;
        this.lookEveryMicros = Math.max(1, deadlineMicros / LOOKS_PER_DEADLINE);
        this.scheduler = scheduler;
    }

    @Override
    <T> CompletionStage<T> guard(Supplier<CompletionStage<T>> call) {
        CompletionStage<T> answer = call.get();
        if (answer.toCompletableFuture().isDone()) {
            return answer;
        }
        CompletableFuture<T> inTime = new CompletableFuture<>();
        watch(new Sent(scheduler.elapsedMicros(), inTime));
        answer.whenComplete((value, failure) -> {
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
            lookIn(lookEveryMicros);
        }
    }

    /** The oldest call without an answer. */
    private @Nullable Sent oldest() {
        Sent first = oldestFirst.peekFirst();
        while (first != null && first.answer().isDone()) {
            oldestFirst.remove(first);
            first = oldestFirst.peekFirst();
        }
        return first;
    }

    private void lookIn(long micros) {
        scheduler.schedule(micros, this::look);
    }

    private void look() {
        Sent oldest = oldest();
        if (oldest == null) {
            rest();
            return;
        }
        if (oldest != lastOldest) {
            // The one before it was answered.
            lastOldest = oldest;
            silentRounds = 0;
        }
        if (age(oldest) < lookEveryMicros) {
            lookIn(lookEveryMicros);
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
            lookIn(silentRounds >= SILENT_ROUNDS ? Math.min(left, lookEveryMicros) : lookEveryMicros);
        }
    }

    private void failLate() {
        Sent oldest = oldest();
        while (oldest != null && age(oldest) >= deadlineMicros) {
            oldestFirst.remove(oldest);
            CompletableFuture<?> late = oldest.answer();
            // Elsewhere, since those who wait for it go on there.
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
            lookIn(lookEveryMicros);
        }
    }

    private long age(Sent sent) {
        return scheduler.elapsedMicros() - sent.micros();
    }
}
