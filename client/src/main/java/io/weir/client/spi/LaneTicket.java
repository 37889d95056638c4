package io.weir.client.spi;

import io.weir.client.patience.Pacing;
import java.util.concurrent.CompletableFuture;

/** One attempt of a call in a lane. All but the future is guarded by the lock of the lane. */
final class LaneTicket {

    /** Whether an attempt is the first of its call. */
    enum Kind {
        FIRST,
        RETRY
    }

    final CompletableFuture<Admission> turn = new CompletableFuture<>();
    final Kind kind;
    final Pacing pacing;
    final long deadlineNanos;

    /** Attempts are numbered in the order in which they are sent; 0 before. */
    long number;

    boolean probes;
    boolean settled;
    Runnable cancelTimer = () -> {};

    LaneTicket(Kind kind, Pacing pacing, long deadlineNanos) {
        this.kind = kind;
        this.pacing = pacing;
        this.deadlineNanos = deadlineNanos;
    }
}
