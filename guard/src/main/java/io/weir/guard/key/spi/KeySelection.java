package io.weir.guard.key.spi;

import io.weir.guard.key.KeyState;
import java.time.Instant;
import java.util.Optional;

/**
 * Which keys to list.
 *
 * @param state the state that keys have at an instant
 * @param page how many, and after which
 */
public record KeySelection(Optional<String> owner, Optional<InState> state, Page page) {

    /** A state at an instant. */
    public record InState(KeyState state, Instant at) {}

    /** At most so many, after that id; the empty text is before all. */
    public record Page(String afterId, int most) {}
}
