package io.weir.client.spi;

/**
 * Bounds the load that retries add to a lane for ever, whatever the patience of single calls. It begins with 100 tokens.
 * Each call that succeeds adds one, and each retry of a failure costs ten, so that retries are at most a tenth of the
 * calls that succeed. A refusal costs five, because it is cheap for the server.
 *
 * <p>Guarded by the lock of its lane.
 */
final class RetryBudget {

    static final int FAILURE = 10;
    static final int REFUSAL = 5;
    private static final int MOST = 100;

    private int tokens = MOST;

    boolean has(int cost) {
        return tokens >= cost;
    }

    void take(int cost) {
        tokens = Math.max(0, tokens - cost);
    }

    void give(int refund) {
        tokens = Math.min(MOST, tokens + refund);
    }
}
