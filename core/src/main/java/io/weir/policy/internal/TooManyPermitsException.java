package io.weir.policy.internal;

import io.weir.limit.Limit;
import java.util.Locale;

/** A request for more permits than a rule's limit ever holds: it could never be let through. */
public final class TooManyPermitsException extends IllegalArgumentException {

    private final long most;

    /** @param most permits that can be asked for */
    TooManyPermitsException(Limit limit, long most, long asked) {
        super(String.format(
                Locale.ROOT,
                "permits must be from 1 to %,d, but was %,d: it can never succeed, because %s holds no more at once",
                most,
                asked,
                limit));
        this.most = most;
    }

    /** The most permits that the rule which refused them can ever grant to one such request. */
    public long most() {
        return most;
    }
}
