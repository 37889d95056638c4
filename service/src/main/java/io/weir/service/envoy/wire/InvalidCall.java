package io.weir.service.envoy.wire;

/** Thrown for a request that cannot be decided; the message names the field and says what to send instead. */
public final class InvalidCall extends RuntimeException {

    InvalidCall(String message) {
        super(message, null, false, false);
    }
}
