package io.weir.guard.block;

import java.time.Instant;

/**
 * Something that happened to a block.
 *
 * @param block that was made or ended; for {@code CAPPED}, the one that was not made
 */
public record BlockEvent(Instant at, Kind kind, Block block) {

    /** What happened. */
    public enum Kind {
        MADE,

        /** Ended by an administrator. */
        ENDED,

        /** A rule wanted to block, but too many blocks were made by rules already. The rule still denies. */
        CAPPED
    }
}
