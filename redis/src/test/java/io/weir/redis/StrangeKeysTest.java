package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Limit;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.testkit.redis.RedisServer;
import io.weir.time.ManualTime;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class StrangeKeysTest {

    @Test
    void noTwoStrangeKeysShareACounter() {
        SplittableRandom random = new SplittableRandom(Long.getLong("weir.seed", 1));
        Set<String> keys = Stream.generate(() -> StrangeKeys.any(random))
                .filter(key -> !key.isBlank())
                .limit(10_000)
                .collect(Collectors.toSet());
        Limit once = Limit.parse("1/min");
        try (RedisServer redis = RedisServer.start();
                RedisStore store = TestStore.on(redis.uri() + "?timeout=30s", ManualTime.create())) {
            assertThat(allowed(store, keys, once)).isEqualTo(keys.size());
            assertThat(allowed(store, keys, once)).isZero();
            assertThat(redis.command("DBSIZE")).isEqualTo("" + keys.size());
        }
    }

    private static long allowed(RedisStore store, Set<String> keys, Limit limit) {
        List<CompletionStage<Answer>> answers = keys.stream()
                .map(key -> store.charge(List.of(Charge.of(key, limit))))
                .toList();
        return answers.stream().filter(answer -> Wait.answer(answer).allowed()).count();
    }
}
