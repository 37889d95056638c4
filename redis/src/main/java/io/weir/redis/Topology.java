package io.weir.redis;

import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;

/** What stands behind an address. */
interface Topology extends AutoCloseable {

    /** Tries once, asking anew where Redis is; says so when a session that began has ended by itself, and why. */
    CompletionStage<Session> connect(BiConsumer<Session, Throwable> ended);

    @Override
    void close();
}
