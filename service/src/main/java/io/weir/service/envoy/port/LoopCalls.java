package io.weir.service.envoy.port;

import org.jspecify.annotations.Nullable;

/**
 * The open calls of the connections of one event loop, oldest first, and what they hold.
 *
 * <p>When they hold too much, the connection of the oldest call is closed. A client that sends whole messages and reads its answers
 * has no old calls; a client that fills the memory with unfinished messages, or with answers that it does not read, has the
 * oldest.
 */
final class LoopCalls {

    private final long mostBytes;
    private long heldBytes;
    private @Nullable GrpcConnection reading;
    private @Nullable OpenCall oldest;
    private @Nullable OpenCall newest;

    LoopCalls(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /**
     * @param connection the connection whose calls are opened from now on
     */
    void reading(@Nullable GrpcConnection connection) {
        reading = connection;
    }

    /** The connection that is being read, or null while the rest of a closed one is read. */
    @Nullable
    GrpcConnection reading() {
        return reading;
    }

    void add(OpenCall call) {
        call.previous = newest;
        if (newest == null) {
            oldest = call;
        } else {
            newest.next = call;
        }
        newest = call;
    }

    void remove(OpenCall call) {
        if (call.previous == null) {
            oldest = call.next;
        } else {
            call.previous.next = call.next;
        }
        if (call.next == null) {
            newest = call.previous;
        } else {
            call.next.previous = call.previous;
        }
        call.previous = null;
        call.next = null;
    }

    /** Adds bytes that a connection holds from now on; a negative number subtracts them. */
    void hold(GrpcConnection connection, long bytes) {
        if (connection.isGivenUp()) {
            return;
        }
        connection.hold(bytes);
        heldBytes += bytes;
        OpenCall call = oldest;
        while (call != null && heldBytes > mostBytes) {
            // Closing a connection may end its calls at once, and so remove them from this list.
            OpenCall following = call.next;
            giveUp(call.connection());
            call = following;
        }
    }

    private void giveUp(GrpcConnection connection) {
        if (!connection.isGivenUp()) {
            heldBytes -= connection.heldBytes();
            connection.giveUp();
        }
    }
}
