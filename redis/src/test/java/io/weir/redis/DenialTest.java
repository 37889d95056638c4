package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.store.Charge;
import io.weir.testkit.redis.RedisServer;
import io.weir.time.ManualTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A denial writes nothing: it changes neither the stored value nor its expiry. */
final class DenialTest {

    private static final ManualTime TIME = ManualTime.create();
    private static RedisServer redis;
    private static RawRedis raw;
    private static RedisStore store;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        raw = new RawRedis(redis);
        store = TestStore.on(redis.uri(), TIME);
    }

    @AfterAll
    static void stop() {
        store.close();
        raw.close();
        redis.close();
    }

    @BeforeEach
    void empty() {
        raw.commands().flushall();
    }

    @ParameterizedTest
    @EnumSource
    void aDeniedChargeWritesNothing(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(10));
        takes(Charge.of("key", limit, 8));
        assertDeniedWithoutWriting(Charge.of("key", limit, 3));
        TIME.advanceMicros(1_234);
        assertDeniedWithoutWriting(Charge.of("key", limit, 10));
    }

    @ParameterizedTest
    @EnumSource
    void aCallWithOneDeniedChargeWritesNothing(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(10));
        takes(Charge.of("some", limit, 3), Charge.of("all", limit, 10));
        TIME.advanceMicros(1_234);
        assertDeniedWithoutWriting(
                Charge.of("some", limit),
                Charge.of("all", limit),
                Charge.of("none", limit),
                Charge.of("some", limit, 2));
    }

    @ParameterizedTest
    @EnumSource
    void aDeniedCallOnFreshKeysLeavesNoKey(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(10));
        assertDeniedWithoutWriting(Charge.of("a", limit, 6), Charge.of("b", limit), Charge.of("a", limit, 6));
        assertThat(raw.contents()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aPeekWritesNothing(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(10));
        takes(Charge.of("key", limit, 8));
        long writes = raw.writes();
        Wait.answer(store.peek(List.of(Charge.of("key", limit), Charge.of("key", limit, 5), Charge.of("none", limit))));
        assertThat(raw.writes()).isEqualTo(writes);
    }

    private static void takes(Charge... charges) {
        assertThat(Wait.answer(store.charge(List.of(charges))).allowed()).isTrue();
    }

    private static void assertDeniedWithoutWriting(Charge... charges) {
        Map<String, String> before = raw.contents();
        long writes = raw.writes();
        assertThat(Wait.answer(store.charge(List.of(charges))).allowed()).isFalse();
        assertThat(raw.contents()).isEqualTo(before);
        assertThat(raw.writes()).as("writes, changed expiries included").isEqualTo(writes);
    }
}
