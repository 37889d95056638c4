package io.weir.redis.internal.link;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;

/** The kind of servers behind an address: one server, sentinels, or a Cluster. */
interface Topology {

    /**
     * Tries once to start a session, and looks up again where Redis is. Calls back with the reason if the session ends
     * later.
     */
    CompletionStage<Session> connect(BiConsumer<Session, Throwable> ended);

    /** The settings that all connections have in common. */
    static ClientOptions options(Duration timeout) {
        return ClientOptions.builder()
                .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                .socketOptions(SocketOptions.builder().connectTimeout(timeout).build())
                // Lettuce has a timer for every command; Deadlines replaces these timers.
                .timeoutOptions(TimeoutOptions.builder().timeoutCommands(false).build())
                .build();
    }

    /** Closes all connections. */
    CompletableFuture<Void> end(Duration within);
}
