package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.failure.SafeStore;
import io.weir.limit.Algorithm;
import io.weir.limit.Rate;
import io.weir.store.Charge;
import io.weir.testkit.redis.RedisServer;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A Redis whose memory is full can still be read. */
final class FullRedisTest {

    private static final int CAPACITY = 100;

    private final RedisServer redis = RedisServer.start();
    private final SafeStore other = Wait.patiently(redis.uri());
    private final SafeStore store = Wait.patiently(redis.uri());

    @AfterEach
    void stop() {
        store.close();
        other.close();
        redis.close();
    }

    /** So slow that no permit comes back while a test runs. */
    private static Charge charge(String key, Algorithm algorithm, long cost) {
        return Charge.of(key, algorithm.limit(Rate.of(CAPACITY, Duration.ofDays(100))), cost);
    }

    private void fill() {
        redis.command("CONFIG", "SET", "maxmemory", "1");
    }

    private int allowed(String key, Algorithm algorithm) {
        int allowed = 0;
        while (allowed <= CAPACITY && store.chargeNow(charge(key, algorithm, 1)).allowed()) {
            allowed++;
        }
        return allowed;
    }

    @ParameterizedTest
    @EnumSource
    void anExistingCounterKeepsItsCount(Algorithm algorithm) {
        other.chargeNow(charge("key", algorithm, 60));
        fill();
        assertThat(allowed("key", algorithm)).isEqualTo(40);
        assertThat(store.isDegraded()).as("the breaker is open").isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void aNewCounterHasTheFullLimit(Algorithm algorithm) {
        fill();
        assertThat(allowed("new", algorithm)).isEqualTo(CAPACITY);
    }

    @Test
    void decidesAgainAsSoonAsMemoryIsFree() {
        fill();
        assertThat(store.chargeNow(charge("key", Algorithm.TOKEN_BUCKET, 1)).degraded())
                .isTrue();
        redis.command("CONFIG", "SET", "maxmemory", "0");
        assertThat(store.chargeNow(charge("key", Algorithm.TOKEN_BUCKET, 1)).degraded())
                .isFalse();
    }
}
