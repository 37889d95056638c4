package io.weir.redis;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
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
    private final BiConsumer<List<Waiting>, Throwable> failed;

    /** The last one may still grow. Guards itself and what follows. */
    private final Deque<Batch> batches = new ArrayDeque<>();

    private int onTheirWay;

    /** Whether somebody is sending: one at a time, so that what was asked first goes first. */
    private boolean sending;

    /** The thread that is answering calls: what it is asked meanwhile, by those who were answered, it sends when it is done. */
    private @Nullable Thread answering;

    Batches(Function<Work, CompletionStage<Reply>> redis) {
        this(redis, Batch::fail);
    }

    /** Leaves the calls of a script that failed to somebody else. */
    Batches(Function<Work, CompletionStage<Reply>> redis, BiConsumer<List<Waiting>, Throwable> failed) {
        this.redis = redis;
        this.failed = failed;
    }

    void add(Waiting call) {
        boolean fromAnswering;
        synchronized (batches) {
            Batch last = batches.peekLast();
            if (last == null || !last.add(call)) {
                Batch next = new Batch();
                next.add(call);
                batches.addLast(next);
            }
            fromAnswering = answering == Thread.currentThread() && batches.size() == 1;
        }
        if (!fromAnswering) {
            sendDue();
        }
    }

    private void sendDue() {
        Batch batch = startSending();
        try {
            while (batch != null) {
                send(batch);
                batch = nextDue();
            }
        } catch (RuntimeException | Error failure) {
            stopSending();
            throw failure;
        }
    }

    /** Null also if somebody else is sending, who will find what has come meanwhile. */
    private @Nullable Batch startSending() {
        synchronized (batches) {
            return sending ? null : nextDue();
        }
    }

    private @Nullable Batch nextDue() {
        synchronized (batches) {
            Batch first = batches.peekFirst();
            boolean complete = batches.size() > 1 || (first != null && first.isFull());
            sending = first != null && onTheirWay < (complete ? MANY_ON_THEIR_WAY : FEW_ON_THEIR_WAY);
            if (!sending) {
                return null;
            }
            onTheirWay++;
            return batches.pollFirst();
        }
    }

    private void stopSending() {
        synchronized (batches) {
            sending = false;
        }
    }

    private void send(Batch batch) {
        Work work;
        CompletionStage<Reply> reply;
        try {
            work = batch.work();
            reply = redis.apply(work);
        } catch (RuntimeException failure) {
            arrived();
            failed.accept(batch.calls(), failure);
            return;
        }
        if (reply.toCompletableFuture().isDone()) {
            // Refused at once.
            arrived();
            reply.whenComplete((states, failure) -> answer(batch, work, states, failure));
        } else {
            reply.whenComplete((states, failure) -> {
                arrived();
                // Before the next goes, so that those who ask again go with those who wait, and do not wait in turn.
                answer(batch, work, states, failure);
                sendDue();
            });
        }
    }

    private void arrived() {
        synchronized (batches) {
            onTheirWay--;
        }
    }

    private void answering(@Nullable Thread thread) {
        synchronized (batches) {
            answering = thread;
        }
    }

    private void answer(Batch batch, Work work, @Nullable Reply reply, @Nullable Throwable failure) {
        answering(Thread.currentThread());
        try {
            if (reply != null) {
                work.answer(reply);
            } else {
                failed.accept(batch.calls(), failure == null ? new IllegalStateException("no reply") : failure);
            }
        } catch (RuntimeException broken) {
            failed.accept(batch.calls(), broken);
        } finally {
            answering(null);
        }
    }
}
