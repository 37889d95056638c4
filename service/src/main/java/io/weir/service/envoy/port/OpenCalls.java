package io.weir.service.envoy.port;

import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;

/** Bounds what the open calls hold. Each event loop has its own share, so that no loop waits for another. */
final class OpenCalls extends ServerStreamTracer.Factory {

    private static final ServerStreamTracer UNBOUNDED = new ServerStreamTracer() {};

    private static final int DECIDED_CALL_BYTES = 4 * 1024;
    private static final int MOST_MAIN_MESSAGE_BYTES = 256 * 1024;
    private static final int MOST_OTHER_MESSAGE_BYTES = 4 * 1024;

    /** Calls whose message is not kept when it is complete. */
    private static final MessageBounds OF_MAIN_METHOD = new MessageBounds(MOST_MAIN_MESSAGE_BYTES, DECIDED_CALL_BYTES);

    /** Calls on which further messages may follow. */
    private static final MessageBounds OF_OTHERS =
            new MessageBounds(MOST_OTHER_MESSAGE_BYTES, OpenCall.UNFINISHED_CALL_BYTES);

    private final String mainMethod;
    private final ThreadLocal<LoopCalls> byLoop;

    OpenCalls(String mainMethod, long mostBytesPerLoop) {
        this.mainMethod = mainMethod;
        this.byLoop = ThreadLocal.withInitial(() -> new LoopCalls(mostBytesPerLoop));
    }

    LoopCalls ofThisLoop() {
        return byLoop.get();
    }

    @Override
    public ServerStreamTracer newServerStreamTracer(String method, Metadata headers) {
        LoopCalls ofLoop = ofThisLoop();
        GrpcConnection connection = ofLoop.reading();
        if (connection == null) {
            return UNBOUNDED;
        }
        OpenCall call = new OpenCall(ofLoop, connection, method.equals(mainMethod) ? OF_MAIN_METHOD : OF_OTHERS);
        call.start();
        return call;
    }
}
