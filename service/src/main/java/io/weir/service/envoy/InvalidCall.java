package io.weir.service.envoy;

/** A request that cannot be decided; its message names the field and says what to send instead. */
final class InvalidCall extends RuntimeException {

    InvalidCall(String message) {
        super(message, null, false, false);
    }
}
