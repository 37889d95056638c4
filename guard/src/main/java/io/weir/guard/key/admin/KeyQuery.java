package io.weir.guard.key.admin;

import io.weir.guard.key.InvalidFieldException;
import io.weir.guard.key.KeyState;
import java.util.Optional;

/**
 * Which keys to list.
 *
 * @param after the id after which the page begins; empty for the first page
 * @param limit how many keys at most, 1 to 1,000
 */
public record KeyQuery(Optional<String> owner, Optional<KeyState> state, String after, int limit) {

    public static final KeyQuery ALL = new KeyQuery(Optional.empty(), Optional.empty(), "", 100);

    private static final int MOST = 1_000;

    public KeyQuery {
        if (limit < 1 || limit > MOST) {
            throw new InvalidFieldException("limit", "must be from 1 to " + MOST + ", but was " + limit);
        }
    }

    public KeyQuery withOwner(String other) {
        return new KeyQuery(Optional.of(other), state, after, limit);
    }

    public KeyQuery withState(KeyState other) {
        return new KeyQuery(owner, Optional.of(other), after, limit);
    }

    public KeyQuery withAfter(String other) {
        return new KeyQuery(owner, state, other, limit);
    }

    public KeyQuery withLimit(int other) {
        return new KeyQuery(owner, state, after, other);
    }
}
