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
 * Gathers calls while others are on their way, so that many share a round trip and a script's start. There is no timer: a call
 * that comes alone goes alone, at once.
 *
 * <p>A batch goes when few are on their way, which keeps Redis busy while answers travel: two, more where the way is so long that
 * there is room for their scripts, and more where charges are so few that Redis is not busy. A full one goes when fewer than sixteen
 * are. Batches become alike in size, so that Redis works on one while this process works on the other.
 *
 * <p>A counter that cannot be read fails the script of its whole batch, which then has written nothing. The batch is sent again in two
 * halves, and so on until the calls that fail are alone; later calls on the same counters go {@linkplain UnreadableCounters alone at
 * once}.
 */
public final class Batches {

    private static final int FEWEST_ON_THEIR_WAY = 2;
    private static final int MOST_ON_THEIR_WAY = 16;

    /** About what Redis needs for a batch of middling size. */
    private static final long SCRIPT_NANOS = TimeUnit.MICROSECONDS.toNanos(250);

    /** How long it took what failed. */
    private static final long UNKNOWN = Long.MAX_VALUE;

    /** So few charges do not keep Redis busy: each goes by itself. */
    private static final int CHARGES_THAT_GO_ALONE = 8;

    private final Function<BatchScript, CompletionStage<ScriptReply>> redis;
    private final BiConsumer<List<PendingCall>, Throwable> failed;
    private final LongSupplier nanoTime;
    private final UnreadableCounters unreadable;

    /** The last one may still grow. Guards itself and what follows. */
    private final Deque<Batch> batches = new ArrayDeque<>();

    private int onTheirWay;

    /** How many may be on their way that are not full. */
    private int few = FEWEST_ON_THEIR_WAY;

    /** The shortest round trip so far. */
    private long shortestNanos = UNKNOWN;

    /** Those of calls without an answer, sent or not. */
    private int charges;

    /** How many charges each of so few batches would have, when the last one arrived. */
    private int fairPart = 1;

    /** The thread that is answering calls: the last batch of what those who were answered ask it goes when it is done. */
    private @Nullable Thread answering;

    public Batches(ScriptRunner runner) {
        this(runner::run, Batch::fail, System::nanoTime);
    }

    /** Leaves the calls of a script that failed to somebody else. */
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

    /** Charges in a batch, at once if the call is alone. */
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

    /** Unless more batches than one would have to wait. */
    private boolean isLargeEnough(Batch batch) {
        return batch.charges() >= fairPart && onTheirWay + batches.size() <= few;
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
            if (onTheirWay >= (first.isFull() ? MOST_ON_THEIR_WAY : few)) {
                return null;
            }
            onTheirWay++;
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
            // Refused at once. The next is sent by whoever called this, not from in here, and so on down the stack.
            arrived(batch, UNKNOWN);
            reply.whenComplete((states, failure) -> answer(batch, script, states, failure));
        } else {
            reply.whenComplete((states, failure) -> {
                arrived(batch, states == null ? UNKNOWN : nanoTime.getAsLong() - sentNanos);
                // Before the next goes, so that those who ask again go with those who wait, and do not wait in turn.
                answer(batch, script, states, failure);
                sendDue();
            });
        }
    }

    /** Also if it never went. */
    private void arrived(Batch batch, long nanos) {
        synchronized (batches) {
            onTheirWay--;
            shortestNanos = Math.min(shortestNanos, nanos);
            few = Math.max(roomOnTheWay(), roomBeside(charges));
            fairPart = (charges + few - 1) / few;
            charges -= batch.charges();
        }
    }

    /** How many batches Redis can work on while another one travels. */
    private int roomOnTheWay() {
        long scripts = shortestNanos == UNKNOWN ? 0 : shortestNanos / SCRIPT_NANOS;
        return (int) Math.min(MOST_ON_THEIR_WAY, FEWEST_ON_THEIR_WAY + scripts);
    }

    /** The fewer charges there are, the more batches of them Redis can work on: eight of one, four of four, two of sixteen. */
    private static int roomBeside(int charges) {
        return Math.min(CHARGES_THAT_GO_ALONE, CHARGES_THAT_GO_ALONE * CHARGES_THAT_GO_ALONE / charges);
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
