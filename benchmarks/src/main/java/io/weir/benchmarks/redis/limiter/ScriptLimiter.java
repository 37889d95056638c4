package io.weir.benchmarks.redis.limiter;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** One EVALSHA per check, over one connection. */
public final class ScriptLimiter implements RedisLimiter {

    private final RedisClient client;
    private final RedisAsyncCommands<String, String> commands;
    private final LimitScript script;
    private final String digest;
    private final String[] arguments;
    private final Function<String, String[]> keysOf;

    public ScriptLimiter(String uri, LimitScript script, Function<String, String[]> keysOf) {
        this.client = RedisClient.create(uri);
        StatefulRedisConnection<String, String> connection = client.connect();
        this.commands = connection.async();
        this.script = script;
        this.digest = connection.sync().scriptLoad(script.text());
        this.arguments = script.arguments().toArray(String[]::new);
        this.keysOf = keysOf;
    }

    @Override
    public CompletionStage<Boolean> tryAcquire(String key) {
        return commands.evalsha(digest, script.replyType(), keysOf.apply(key), arguments)
                .thenApply(LimitScript::allowed);
    }

    @Override
    public void close() {
        client.shutdown();
    }
}
