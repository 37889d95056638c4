package io.weir.http;

import org.jspecify.annotations.Nullable;

/**
 * Thrown inside an application to refuse the current request. The filter of the {@link HttpGate} sends the refusal, unless the
 * application handles the exception itself.
 */
public class RefusalException extends RuntimeException {

    private static final long serialVersionUID = 1;
    private static final int MOST_CAUSES = 8;

    private final transient Refusal refusal;

    /** Has no stack trace, because clients can cause as many refusals as they want. */
    public RefusalException(String message, Refusal refusal) {
        super(message, null, false, false);
        this.refusal = refusal;
    }

    /** Returns the response to the request. */
    public Refusal refusal() {
        return refusal;
    }

    /** Returns the refusal that an exception is about, or that one of its causes is about; null if there is none. */
    static @Nullable Refusal in(Throwable failure) {
        Throwable each = failure;
        for (int depth = 0; each != null && depth < MOST_CAUSES; depth++) {
            if (each instanceof RefusalException refused) {
                return refused.refusal();
            }
            each = each.getCause();
        }
        return null;
    }
}
