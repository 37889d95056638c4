package io.weir.redis.internal.link;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;

/** What stands behind an address. */
interface Topology {

    /** Tries once, asking anew where Redis is; says so when a session that began has ended by itself, and why. */
    CompletionStage<Session> connect(BiConsumer<Session, Throwable> ended);

    /** What all connections have in common. */
    static ClientOptions options(Duration timeout) {
        return ClientOptions.builder()
                .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                .socketOptions(SocketOptions.builder().connectTimeout(timeout).build())
                // Lettuce has a timer for every command; ours are the deadlines.
                .timeoutOptions(TimeoutOptions.builder().timeoutCommands(false).build())
                .build();
    }

    /** Ends all connections. */
    CompletableFuture<Void> end(Duration within);
}
