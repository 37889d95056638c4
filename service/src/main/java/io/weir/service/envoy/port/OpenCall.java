package io.weir.service.envoy.port;

import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Accounts for what one call holds, from its headers to its end. gRPC uses it on the event loop of the connection only.
 *
 * <p>A call costs what it can make the process hold, not what it has sent: gRPC keeps every frame of an unfinished message with
 * the whole buffer it was received in, so a frame of one byte costs as much as a full one.
 */
public final class OpenCall extends ServerStreamTracer {

    /** The bytes that a frame may hold: one read from the socket, or a whole frame. */
    static final int FRAME_BYTES = 16 * 1024;

    /** The bytes that a call may hold before its message is complete: its first frame, and as much again for its objects. */
    static final int UNFINISHED_CALL_BYTES = 2 * FRAME_BYTES;

    /** The call that this event loop opened last. A Context of gRPC would cost more than everything else here. */
    private static final ThreadLocal<@Nullable OpenCall> LATEST = new ThreadLocal<>();

    private final LoopCalls calls;
    private final GrpcConnection connection;
    private final MessageBounds bounds;
    private long heldBytes;
    private long messageBytes;
    private @Nullable LargeMessageListener listener;

    @Nullable
    OpenCall previous;

    @Nullable
    OpenCall next;

    OpenCall(LoopCalls calls, GrpcConnection connection, MessageBounds bounds) {
        this.calls = calls;
        this.connection = connection;
        this.bounds = bounds;
    }

    /** The call that is starting. Valid only where a call is started, which happens on the event loop as soon as it is opened. */
    public static OpenCall beginning() {
        return Objects.requireNonNull(LATEST.get());
    }

    /** Tells the listener once if a message of the call becomes too large. */
    public void listen(LargeMessageListener told) {
        this.listener = told;
    }

    void start() {
        LATEST.set(this);
        calls.add(this);
        hold(UNFINISHED_CALL_BYTES);
    }

    GrpcConnection connection() {
        return connection;
    }

    @Override
    public void inboundWireSize(long bytes) {
        if (messageBytes > 0) {
            hold(heldBytes + Math.max(bytes, FRAME_BYTES));
        }
        messageBytes += bytes;
        if (messageBytes > bounds.mostBytes() && listener != null) {
            LargeMessageListener told = listener;
            listener = null;
            told.onLargeMessage();
        }
    }

    @Override
    public void inboundMessageRead(int sequence, long wireBytes, long bytes) {
        messageBytes = 0;
        hold(bounds.wholeCallBytes());
    }

    @Override
    public void streamClosed(Status status) {
        hold(0);
        calls.remove(this);
    }

    private void hold(long bytes) {
        long change = bytes - heldBytes;
        heldBytes = bytes;
        calls.hold(connection, change);
    }
}
