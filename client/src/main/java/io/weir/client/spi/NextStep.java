package io.weir.client.spi;

/** What follows from an answer or a failure. */
public enum NextStep {
    /** The caller gets the answer or the exception. */
    HAND_BACK,

    /** The call takes another turn; the answer is kept in case that turn does not come. */
    RETRY
}
