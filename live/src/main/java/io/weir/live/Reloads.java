package io.weir.live;

/**
 * How often a policy was to be replaced by another one.
 *
 * @param done so many came in force, after the one at the start
 * @param failed so many could not be used or not be read
 */
public record Reloads(long done, long failed) {

    static final Reloads NONE = new Reloads(0, 0);

    Reloads withOneMore() {
        return new Reloads(done + 1, failed);
    }

    Reloads withOneFailed() {
        return new Reloads(done, failed + 1);
    }
}
