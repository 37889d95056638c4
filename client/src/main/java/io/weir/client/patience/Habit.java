package io.weir.client.patience;

/** An assumption that allows more retries, and that only the application can vouch for. */
public enum Habit {
    /** Each POST and PATCH without an {@code Idempotency-Key} gets a random one, which all its attempts keep. */
    IDEMPOTENCY_KEYS,

    /** Bodies of unknown length, such as those of streams, can be read again from their beginning. */
    REPEATABLE_BODIES
}
