package io.weir.guard.key.admin;

import io.weir.guard.key.FieldText;
import io.weir.guard.key.KeyEnvironment;
import io.weir.guard.key.KeyExpiry;
import io.weir.guard.key.KeyTerms;
import java.util.Optional;

/**
 * A key that is to be made.
 *
 * @param requestId a name for the request, such as the value of {@code Idempotency-Key}, so that a repeated request makes no
 *     second key
 */
public record KeyDraft(KeyTerms terms, KeyEnvironment environment, KeyExpiry expiry, Optional<String> requestId) {

    private static final int LONGEST_REQUEST_ID = 200;

    public KeyDraft {
        requestId = FieldText.require("requestId", requestId, LONGEST_REQUEST_ID);
    }

    /** A live key that expires after a year. */
    public static KeyDraft of(KeyTerms terms) {
        return new KeyDraft(terms, KeyEnvironment.LIVE, KeyExpiry.usual(), Optional.empty());
    }

    public KeyDraft withEnvironment(KeyEnvironment other) {
        return new KeyDraft(terms, other, expiry, requestId);
    }

    public KeyDraft withExpiry(KeyExpiry other) {
        return new KeyDraft(terms, environment, other, requestId);
    }

    public KeyDraft withRequestId(String other) {
        return new KeyDraft(terms, environment, expiry, Optional.of(other));
    }
}
