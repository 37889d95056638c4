package io.weir.client.patience;

import java.time.Duration;

/**
 * Is told what happens to calls. Its methods are called on the threads of the calls and must neither
 * block nor throw.
 */
public interface ClientListener {

    ClientListener NONE = new ClientListener() {};

    /** An attempt did not succeed, and the call will be tried again, after this wait or later. */
    default void retrying(OutgoingCall call, RetryReason reason, Duration wait) {}

    /** The call is not tried again: the caller gets the last answer or exception. */
    default void gaveUp(OutgoingCall call, GaveUp why) {}

    /** The call has waited this long in its lane before it was sent or given up. */
    default void waited(OutgoingCall call, Duration time) {}
}
