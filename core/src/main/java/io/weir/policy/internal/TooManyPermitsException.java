package io.weir.policy.internal;

import io.weir.limit.Limit;
import java.util.Locale;

/** A request asks for more permits than a rule's limit ever holds, so it could never be allowed. */
public final class TooManyPermitsException extends IllegalArgumentException {

    private final long most;

    /** @param most the most permits that a request can ask for */
    TooManyPermitsException(Limit limit, long most, long asked) {
        super(String.format(
                Locale.ROOT,
                "permits must be from 1 to %,d, but was %,d: it can never succeed, because %s holds no more at once",
                most,
                asked,
                limit));
        this.most = most;
    }

    /** Returns the most permits that the rule can ever grant to such a request. */
    public long most() {
        return most;
    }
}
