package io.weir.benchmarks.siege.attack;

import java.nio.ByteBuffer;

/** One connection of an attack: the bytes it sends, and how it handles the responses. */
public interface AttackClient {

    /** The bytes to send next; none remain while the client waits for an answer or has nothing more to send. */
    ByteBuffer toSend();

    void received(ByteBuffer bytes);

    /** Whether the client reads what the server sends. */
    default boolean reads() {
        return true;
    }

    /** Whether a connection that the server closed is opened again. */
    default boolean comesBack() {
        return false;
    }
}
