package io.weir.lab.replay;

import io.weir.lab.traffic.ArrivalBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Passes batches to the threads of the candidates: to the policy in force first, if there is one, and then to the others. */
final class Conveyor {

    private static final int WAITING = 8;
    private static final ArrivalBatch END = new ArrivalBatch();

    private final List<BlockingQueue<ArrivalBatch>> entrances = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    Conveyor(List<Candidate> candidates, boolean firstIsNow) {
        List<BlockingQueue<ArrivalBatch>> queues = new ArrayList<>();
        candidates.forEach(candidate -> queues.add(new ArrayBlockingQueue<>(WAITING)));
        boolean compares = firstIsNow && candidates.size() > 1;
        for (int i = 0; i < candidates.size(); i++) {
            Candidate candidate = candidates.get(i);
            BlockingQueue<ArrivalBatch> queue = queues.get(i);
            boolean isNow = firstIsNow && i == 0;
            List<BlockingQueue<ArrivalBatch>> behind = isNow ? queues.subList(1, queues.size()) : List.of();
            boolean comparing = compares && !isNow;
            threads.add(
                    new Thread(() -> work(candidate, queue, behind, isNow, comparing), "replay-" + candidate.name()));
        }
        entrances.addAll(firstIsNow ? queues.subList(0, 1) : queues);
        threads.forEach(Thread::start);
    }

    private void work(
            Candidate candidate,
            BlockingQueue<ArrivalBatch> queue,
            List<BlockingQueue<ArrivalBatch>> behind,
            boolean isNow,
            boolean compares) {
        try {
            for (ArrivalBatch batch = queue.take(); batch != END; batch = queue.take()) {
                if (failure.get() == null) {
                    candidate.decide(batch, isNow, compares);
                }
                pass(batch, behind);
            }
            candidate.end();
        } catch (InterruptedException | RuntimeException | Error broken) {
            failure.compareAndSet(null, broken);
            drain(queue);
        } finally {
            pass(END, behind);
        }
    }

    private static void drain(BlockingQueue<ArrivalBatch> queue) {
        try {
            for (ArrivalBatch batch = queue.take(); batch != END; batch = queue.take()) {
                // The reader must not wait for this thread, which has failed.
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static void pass(ArrivalBatch batch, List<BlockingQueue<ArrivalBatch>> behind) {
        try {
            for (BlockingQueue<ArrivalBatch> queue : behind) {
                queue.put(batch);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    void put(ArrivalBatch batch) {
        pass(batch, entrances);
        rethrow();
    }

    /** Waits until all batches are decided. */
    void close() {
        pass(END, entrances);
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        }
        rethrow();
    }

    private void rethrow() {
        Throwable broken = failure.get();
        if (broken != null) {
            throw new IllegalStateException("the replay failed: " + broken, broken);
        }
    }
}
