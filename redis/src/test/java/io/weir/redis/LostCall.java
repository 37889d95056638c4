package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.testkit.redis.RedisServer;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** A call whose connection is lost after Redis has received the call and before Redis has started it. */
final class LostCall {

    private LostCall() {}

    static void assertFails(RedisServer redis, Supplier<CompletionStage<?>> call) {
        redis.command("CLIENT", "PAUSE", "60000", "WRITE");
        CompletionStage<?> answer = call.get();
        Wait.until("Redis has the call", () -> redis.command("INFO", "clients").contains("blocked_clients:1"));
        redis.command("CLIENT", "KILL", "TYPE", "normal");
        Throwable failure = Wait.failure(answer);
        redis.command("CLIENT", "UNPAUSE");
        assertThat(failure).hasMessageContaining("the connection was lost");
    }
}
