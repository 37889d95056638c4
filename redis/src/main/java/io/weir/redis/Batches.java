package io.weir.redis;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Gathers calls while others are on their way, so that many share a round trip and a script's start. There is no timer: a call
 * that comes alone goes alone, at once.
 *
 * <p>A batch goes when fewer than two are on their way, which keeps Redis busy while answers travel; or when it is full and
 * fewer than sixteen are.
 */
final class Batches {

    private static final int FEW_ON_THEIR_WAY = 2;
    private static final int MANY_ON_THEIR_WAY = 16;

    private final Function<Work, CompletionStage<Reply>> redis;

    /** The last one may still grow. Guards itself and what follows. */
    private final Deque<Batch> batches = new ArrayDeque<>();

    private int onTheirWay;

    Batches(Function<Work, CompletionStage<Reply>> redis) {
        this.redis = redis;
    }

    void add(Waiting call) {
        Batch due;
        synchronized (batches) {
            Batch last = batches.peekLast();
            if (last == null || !last.add(call)) {
                Batch next = new Batch();
                next.add(call);
                batches.addLast(next);
            }
            due = due();
        }
        send(due);
    }

    private @Nullable Batch due() {
        Batch first = batches.peekFirst();
        if (first == null) {
            return null;
        }
        boolean complete = batches.size() > 1 || first.isFull();
        if (onTheirWay >= (complete ? MANY_ON_THEIR_WAY : FEW_ON_THEIR_WAY)) {
            return null;
        }
        onTheirWay++;
        return batches.removeFirst();
    }

    private void send(@Nullable Batch batch) {
        if (batch != null) {
            try {
                Work work = batch.work();
                redis.apply(work).whenComplete((reply, failure) -> arrived(batch, work, reply, failure));
            } catch (RuntimeException failure) {
                arrived(batch, null, null, failure);
            }
        }
    }

    /** Sends what waits before it answers: whoever is answered may take long, or ask again. */
    private void arrived(Batch batch, @Nullable Work work, @Nullable Reply reply, @Nullable Throwable failure) {
        Batch due;
        synchronized (batches) {
            onTheirWay--;
            due = due();
        }
        send(due);
        if (work == null || reply == null) {
            batch.fail(failure == null ? new IllegalStateException("no reply") : failure);
            return;
        }
        try {
            work.answer(reply);
        } catch (RuntimeException broken) {
            batch.fail(broken);
        }
    }
}
