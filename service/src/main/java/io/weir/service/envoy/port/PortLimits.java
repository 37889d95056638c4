package io.weir.service.envoy.port;

import java.time.Duration;

/**
 * The bounds of a gRPC port, over all clients together.
 *
 * @param connections above this number, the connection that was unused for the longest time is closed
 * @param callBytes above this number, the connection with the oldest open call is closed
 * @param idle the time for which a connection without calls is kept
 */
public record PortLimits(int connections, long callBytes, Duration idle) {

    private static final int BYTES_PER_CONNECTION = 256 * 1024;
    private static final int SHARE_OF_CALLS = 4;
    private static final Duration IDLE = Duration.ofMinutes(5);

    /** One connection for each 256 KiB of heap, and a quarter of the heap for calls. */
    public static PortLimits ofHeap(long bytes) {
        return new PortLimits(
                (int) Math.min(Integer.MAX_VALUE, bytes / BYTES_PER_CONNECTION), bytes / SHARE_OF_CALLS, IDLE);
    }
}
