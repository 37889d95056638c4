package io.weir.redis.internal.link;

import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The use of Redis for as long as one connection to it lasts. */
sealed interface Session permits ServerSession, ClusterSession {

    /** The start of keys that no caller's key can have. */
    String PROBE = "rate_limiter:token_bucket:#probe";

    RedisClusterAsyncCommands<byte[], byte[]> commands();

    /** Returns a key that no caller can use, for each server that decides; throws if a server has no keys. */
    List<String> probes();

    /** Returns the memory settings of each server that decides. */
    List<CompletionStage<String>> memory();

    boolean isOpen();

    /** Returns whether a failure shows that this session is no longer usable and another one may be. */
    boolean isOverBy(Throwable failure);

    CompletableFuture<Void> close();
}
