package io.weir.redis.internal.link;

import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Redis, as long as the connection to it lasts. */
sealed interface Session permits ServerSession, ClusterSession {

    /** No caller's key can be named so. */
    String PROBE = "rate_limiter:token_bucket:#probe";

    RedisClusterAsyncCommands<byte[], byte[]> commands();

    /** A key that no caller can name for each server that decides; throws if there are keys for which none does. */
    List<String> probes();

    /** What each server that decides says of its memory. */
    List<CompletionStage<String>> memory();

    boolean isOpen();

    /** Whether a call that failed so shows that this session is of no use any more, and another one may be. */
    boolean isOverBy(Throwable failure);

    CompletableFuture<Void> close();
}
