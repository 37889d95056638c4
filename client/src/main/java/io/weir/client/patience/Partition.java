package io.weir.client.patience;

/**
 * Decides which calls share a lane: those with an equal key. A refusal of one of them holds all of them back, so a lane
 * should be what the server counts together.
 */
@FunctionalInterface
public interface Partition {

    /** Returns one lane for each server and credential: a hash of {@code Authorization} and {@code X-API-Key}. */
    static Partition byOriginAndCredential() {
        return OriginAndCredential::keyOf;
    }

    String keyOf(OutgoingCall call);

    /** Returns a partition in which calls of one lane are divided further, such as by path. */
    default Partition and(Partition other) {
        return call -> keyOf(call) + " " + other.keyOf(call);
    }
}
