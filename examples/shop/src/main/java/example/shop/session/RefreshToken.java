package example.shop.session;

import java.time.Instant;
import java.util.Optional;

/**
 * A refresh token as it is kept.
 *
 * @param hash of the token, which itself is kept nowhere
 * @param ends the first instant at which it is too late
 * @param hasSibling whether another tab has already got one for it
 */
record RefreshToken(String hash, String session, Instant ends, Optional<Instant> spent, boolean hasSibling) {

    boolean isSpent() {
        return spent.isPresent();
    }

    boolean isOverAt(Instant now) {
        return !now.isBefore(ends);
    }
}
