package io.weir.service.evaluate;

import io.netty.util.concurrent.DefaultThreadFactory;
import io.weir.service.http.Incoming;
import io.weir.service.http.Reply;
import io.weir.service.http.connection.SlowLane;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs batches on threads of their own, one for two cores. While other batches wait, a thread rests after each batch three times as
 * long as the batch took, so that the event loops find the core free for checks. Thread-safe.
 */
final class BatchThreads implements AutoCloseable {

    private static final int REST = 3;

    private final int count = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    private final SlowLane lane = new SlowLane(count, REST);
    private final ScheduledThreadPoolExecutor threads =
            new ScheduledThreadPoolExecutor(count, new DefaultThreadFactory("weir-batches", true));

    BatchThreads() {
        threads.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** Runs the work in its turn. It is dropped if the reply is cancelled before that. */
    CompletableFuture<Reply> run(Incoming incoming, Function<Incoming, CompletionStage<Reply>> work) {
        Batch batch = new Batch(incoming, work);
        InetSocketAddress peer = incoming.peer();
        lane.enter(peer == null ? null : peer.getAddress(), batch);
        return batch.reply;
    }

    private final class Batch implements SlowLane.Turn {

        private final Function<Incoming, CompletionStage<Reply>> work;
        private final CompletableFuture<Reply> reply = new CompletableFuture<>();

        /** Null when the reply is complete, so that a dropped batch does not keep its body until its turn. */
        private volatile @Nullable Incoming incoming;

        @SuppressWarnings("FutureReturnValueIgnored") // The reply itself is returned.
        private Batch(Incoming incoming, Function<Incoming, CompletionStage<Reply>> work) {
            this.incoming = incoming;
            this.work = work;
            reply.whenComplete((ready, failure) -> this.incoming = null);
        }

        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // The outcome is the reply.
        public void begin(SlowLane.Place place) {
            CompletableFuture.supplyAsync(this::started, threads)
                    .whenComplete((started, failure) -> place.leave())
                    .thenCompose(started -> started)
                    .whenComplete((ready, failure) -> {
                        if (failure == null) {
                            reply.complete(ready);
                        } else {
                            reply.completeExceptionally(failure);
                        }
                    });
        }

        private CompletionStage<Reply> started() {
            Incoming wanted = incoming;
            return wanted == null ? reply : work.apply(wanted);
        }

        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // There is nobody to tell.
        public void later(long nanos, Runnable then) {
            threads.schedule(then, nanos, TimeUnit.NANOSECONDS);
        }

        @Override
        public boolean isWanted() {
            return !reply.isDone();
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
