package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.failure.SafeStore;
import io.weir.failure.Safeguards;
import io.weir.limit.Limit;
import io.weir.store.Charge;
import io.weir.testkit.redis.RedisServer;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class DenyFloodTest {

    private static final Charge ONE = Charge.of("flooded", Limit.parse("10/day"));
    private static final int CALLS = 100_000;

    @Test
    void aFloodOfDeniedCallsCostsRedisOneCallASecond() {
        try (RedisServer redis = RedisServer.start();
                SafeStore store = Safeguards.defaults()
                        .withDeadline(Duration.ofSeconds(30))
                        .around(RedisStore.connect(redis.uri() + "?timeout=30s"))) {
            assertThat(store.chargeNow(Charge.of("flooded", ONE.limit(), 10)).allowed())
                    .isTrue();
            long before = scripts(redis);
            long begun = System.nanoTime();
            for (int i = 0; i < CALLS; i++) {
                assertThat(store.chargeNow(ONE).allowed()).isFalse();
            }
            Duration took = Duration.ofNanos(System.nanoTime() - begun);
            assertThat(scripts(redis) - before).isBetween(1L, took.toSeconds() + 2);
            assertThat(store.repeatedDenials()).isGreaterThan(CALLS - took.toSeconds() - 3);
        }
    }

    private static long scripts(RedisServer redis) {
        Matcher calls =
                Pattern.compile("cmdstat_(?:evalsha|eval):calls=(\\d+)").matcher(redis.command("INFO", "commandstats"));
        return calls.results()
                .mapToLong(found -> Long.parseLong(found.group(1)))
                .sum();
    }
}
