package io.weir.failure;

import io.weir.limit.Scheduler;
import io.weir.store.Store;
import java.time.Duration;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store that fails what it has not answered in time. What was late may have been done nevertheless.
 *
 * <p>All calls have the same time, so the oldest is the first to be late: one look at it now and then is enough, and a timer
 * for each would cost more than its call. A look that comes late itself proves nothing, for the whole process was held up,
 * and answers may have arrived that nobody has read yet: it looks again a little later.
 */
public final class DeadlineStore extends GuardedStore {

    private static final long LATE_LOOK_MICROS = 10_000;

    private record Sent(long micros, CompletableFuture<?> answer) {}

    private final Duration deadline;
    private final long deadlineMicros;
    private final Scheduler scheduler;
    private final Deque<Sent> oldestFirst = new ConcurrentLinkedDeque<>();
    private final AtomicBoolean watching = new AtomicBoolean();

    public DeadlineStore(Store store, Duration deadline, Scheduler scheduler) {
        super(store);
        if (deadline.isNegative() || deadline.isZero()) {
            throw new IllegalArgumentException("deadline must be positive, but was " + deadline);
        }
        this.deadline = deadline;
        this.deadlineMicros = deadline.toNanos() / 1_000;
        this.scheduler = scheduler;
    }

    @Override
    <T> CompletionStage<T> guard(Supplier<CompletionStage<T>> call) {
        long sentMicros = scheduler.elapsedMicros();
        CompletionStage<T> answer = call.get();
        if (answer.toCompletableFuture().isDone()) {
            return answer;
        }
        CompletableFuture<T> inTime = new CompletableFuture<>();
        watch(new Sent(sentMicros, inTime));
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
        for (Sent first = oldestFirst.peekFirst();
                first != null && first.answer().isDone();
                first = oldestFirst.peekFirst()) {
            oldestFirst.remove(first);
        }
        oldestFirst.addLast(sent);
        if (watching.compareAndSet(false, true)) {
            lookIn(deadlineMicros, true);
        }
    }

    private void lookIn(long micros, boolean mayBeLate) {
        long dueMicros = scheduler.elapsedMicros() + micros;
        scheduler.schedule(micros, () -> {
            if (mayBeLate && scheduler.elapsedMicros() - dueMicros > LATE_LOOK_MICROS) {
                lookIn(LATE_LOOK_MICROS, false);
            } else {
                look();
            }
        });
    }

    private void look() {
        Sent first = oldestFirst.peekFirst();
        while (first != null && (first.answer().isDone() || microsLeft(first) <= 0)) {
            oldestFirst.remove(first);
            CompletableFuture<?> late = first.answer();
            if (!late.isDone()) {
                // Elsewhere, since those who wait for it go on there.
                scheduler.execute(() -> late.completeExceptionally(new StoreUnavailableException(
                        "the store has not answered within " + deadline.toMillis() + " ms")));
            }
            first = oldestFirst.peekFirst();
        }
        watchOn(first);
    }

    private void watchOn(@Nullable Sent oldest) {
        if (oldest != null) {
            lookIn(microsLeft(oldest), true);
            return;
        }
        watching.set(false);
        if (!oldestFirst.isEmpty() && watching.compareAndSet(false, true)) {
            lookIn(deadlineMicros, true);
        }
    }

    private long microsLeft(Sent sent) {
        return sent.micros() + deadlineMicros - scheduler.elapsedMicros();
    }
}
