package io.weir.redis.internal.batch;

import io.weir.redis.internal.script.Refusals;
import io.weir.redis.internal.script.ScriptReply;
import io.weir.store.Answer;
import io.weir.store.Charge;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Collects calls into batches while other batches are in flight, so that many calls share one round trip and one
 * script. There is no timer: a call that arrives alone is sent alone, at once.
 *
 * <p>A batch is sent if only a few are in flight, enough to keep Redis busy while answers travel: usually two, more if
 * the round trip is much longer than a script runs, and more if batches have so few charges that Redis is not busy. A
 * full batch is sent if fewer than sixteen are in flight. Batches tend to equal sizes, so Redis works on one batch
 * while this process works on another.
 *
 * <p>A counter that cannot be read fails the script of its whole batch, which has written nothing then. The batch is
 * sent again in two halves, and so on until the failing calls are alone. Later calls on the same counters are sent
 * {@linkplain UnreadableCounters alone at once}.
 */
public final class Batches {

    private static final int FEWEST_IN_FLIGHT = 2;
    private static final int MOST_IN_FLIGHT = 16;

    /** The approximate time that Redis needs for a batch of average size. */
    private static final long SCRIPT_NANOS = TimeUnit.MICROSECONDS.toNanos(250);

    /** The round trip of a failed batch, which says nothing about the distance. */
    private static final long UNKNOWN = Long.MAX_VALUE;

    /** With few charges a batch does not keep Redis busy, so up to this many batches are in flight. */
    private static final int MOST_TINY_BATCHES = 8;

    private final Function<BatchScript, CompletionStage<ScriptReply>> redis;
    private final BiConsumer<List<PendingCall>, Throwable> failed;
    private final LongSupplier nanoTime;
    private final UnreadableCounters unreadable;

    /** The waiting batches; calls may still join the last one. Also the lock for the fields below. */
    private final Deque<Batch> batches = new ArrayDeque<>();

    private int inFlight;

    /** How many batches may be in flight that are not full. */
    private int few = FEWEST_IN_FLIGHT;

    /** The shortest round trip so far. */
    private long shortestNanos = UNKNOWN;

    /** The charges of all calls without an answer, sent or not. */
    private int charges;

    /** How many charges each of {@code few} batches would have, as of the last answer. */
    private int fairShare = 1;

    /**
     * The thread that is completing calls. Calls that callbacks make on it join a batch, which is sent after the
     * callbacks.
     */
    private @Nullable Thread answering;

    public Batches(ScriptRunner runner) {
        this(runner::run, Batch::fail, System::nanoTime);
    }

    /** Passes on the calls of a script that failed. */
    Batches(
            Function<BatchScript, CompletionStage<ScriptReply>> redis,
            BiConsumer<List<PendingCall>, Throwable> failed) {
        this(redis, failed, System::nanoTime);
    }

    Batches(
            Function<BatchScript, CompletionStage<ScriptReply>> redis,
            BiConsumer<List<PendingCall>, Throwable> failed,
            LongSupplier nanoTime) {
        this.redis = redis;
        this.failed = failed;
        this.nanoTime = nanoTime;
        this.unreadable = new UnreadableCounters(nanoTime);
    }

    /** Adds a charge call to a batch, which is sent at once if the call is alone. */
    public CompletionStage<Answer> charge(List<Charge> charges) {
        PendingCall call = new PendingCall(charges);
        add(call);
        return call.answer();
    }

    void add(PendingCall call) {
        if (unreadable.contains(call.charges())) {
            addClosed(List.of(call));
        } else {
            addToOthers(call);
        }
        sendDue();
    }

    private void addClosed(List<PendingCall> calls) {
        Batch batch = Batch.closed(calls);
        synchronized (batches) {
            charges += batch.charges();
            batches.addLast(batch);
        }
    }

    private void addToOthers(PendingCall call) {
        synchronized (batches) {
            charges += call.charges().size();
            Batch last = batches.peekLast();
            if (last == null || isLargeEnough(last) || !last.add(call)) {
                Batch next = new Batch();
                next.add(call);
                batches.addLast(next);
            }
        }
    }

    /** Returns whether a call should start another batch, because this one has its share of the charges. */
    private boolean isLargeEnough(Batch batch) {
        return batch.charges() >= fairShare && inFlight + batches.size() <= few;
    }

    private void sendDue() {
        for (Batch batch = nextDue(); batch != null; batch = nextDue()) {
            send(batch);
        }
    }

    private @Nullable Batch nextDue() {
        synchronized (batches) {
            Batch first = batches.peekFirst();
            if (first == null || (batches.size() == 1 && answering == Thread.currentThread())) {
                return null;
            }
            if (inFlight >= (first.isFull() ? MOST_IN_FLIGHT : few)) {
                return null;
            }
            inFlight++;
            return batches.removeFirst();
        }
    }

    private void send(Batch batch) {
        BatchScript script;
        CompletionStage<ScriptReply> reply;
        long sentNanos = nanoTime.getAsLong();
        try {
            script = batch.script();
            reply = redis.apply(script);
        } catch (RuntimeException failure) {
            arrived(batch, UNKNOWN);
            fail(batch, failure);
            return;
        }
        if (reply.toCompletableFuture().isDone()) {
            // The script failed at once. The caller sends the next batch; sending it here would recurse.
            arrived(batch, UNKNOWN);
            reply.whenComplete((states, failure) -> answer(batch, script, states, failure));
        } else {
            reply.whenComplete((states, failure) -> {
                arrived(batch, states == null ? UNKNOWN : nanoTime.getAsLong() - sentNanos);
                // Before the next batch is sent, so that calls made by callbacks join the waiting calls.
                answer(batch, script, states, failure);
                sendDue();
            });
        }
    }

    /** Ends the flight of a batch, even if it was never sent. */
    private void arrived(Batch batch, long nanos) {
        synchronized (batches) {
            inFlight--;
            shortestNanos = Math.min(shortestNanos, nanos);
            few = Math.max(batchesPerRoundTrip(), batchesThatKeepRedisBusy(charges));
            fairShare = (charges + few - 1) / few;
            charges -= batch.charges();
        }
    }

    /** Returns how many batches Redis can work on while another one travels. */
    private int batchesPerRoundTrip() {
        long scripts = shortestNanos == UNKNOWN ? 0 : shortestNanos / SCRIPT_NANOS;
        return (int) Math.min(MOST_IN_FLIGHT, FEWEST_IN_FLIGHT + scripts);
    }

    /** Returns how many batches keep Redis busy: eight of one charge, four of four, two of sixteen. */
    private static int batchesThatKeepRedisBusy(int charges) {
        return Math.min(MOST_TINY_BATCHES, MOST_TINY_BATCHES * MOST_TINY_BATCHES / charges);
    }

    private void answering(@Nullable Thread thread) {
        synchronized (batches) {
            answering = thread;
        }
    }

    private void answer(Batch batch, BatchScript script, @Nullable ScriptReply reply, @Nullable Throwable failure) {
        answering(Thread.currentThread());
        try {
            if (reply != null) {
                script.answer(reply);
            } else {
                fail(batch, failure == null ? new IllegalStateException("no reply") : failure);
            }
        } catch (RuntimeException broken) {
            fail(batch, broken);
        } finally {
            answering(null);
        }
    }

    private void fail(Batch batch, Throwable failure) {
        List<PendingCall> calls = batch.calls();
        Throwable reason = Refusals.of(failure);
        if (!Refusals.isUnreadableCounter(reason)) {
            failed.accept(calls, reason);
        } else if (calls.size() == 1) {
            unreadable.add(calls.get(0).charges());
            failed.accept(calls, reason);
        } else {
            int half = calls.size() / 2;
            addClosed(calls.subList(0, half));
            addClosed(calls.subList(half, calls.size()));
        }
    }
}
