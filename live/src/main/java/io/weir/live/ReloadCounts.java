package io.weir.live;

/**
 * Counts attempts to replace the policy in force since the start.
 *
 * @param done policies that came into force, without the first one
 * @param failed policies that could not be read or used
 */
public record ReloadCounts(long done, long failed) {

    static final ReloadCounts NONE = new ReloadCounts(0, 0);

    ReloadCounts withOneMore() {
        return new ReloadCounts(done + 1, failed);
    }

    ReloadCounts withOneFailed() {
        return new ReloadCounts(done, failed + 1);
    }
}
