package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.redis.internal.script.KeyName;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.spi.StoreRefusedException;
import io.weir.store.spi.StoreRefusedException.Reason;
import io.weir.testkit.redis.RedisServer;
import io.weir.time.ManualTime;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A key with a value that no store wrote fails every call on it and is not changed; no call is ever allowed because of
 * it.
 */
final class BadStateTest {

    private static final long NOW = ManualTime.create().nowMicros();

    private static final List<String> BAD_TEXTS = List.of(
            "",
            " ",
            "garbage",
            "nan",
            "-nan",
            "inf",
            "12 nan",
            "nan 12",
            " 12",
            "-",
            "--1",
            "- 1",
            "-1 0",
            "-1.5",
            "-0x10",
            "-9007199254740992",
            "1.5",
            "1e400",
            "0x10",
            "1.9e15",
            "9007199254740992",
            "9007199254740993 1",
            "nil",
            "{}",
            "1\n2",
            "1 2 3 4 5",
            "1 2 x",
            "1 2 nan",
            "1 2 -3",
            "1 9007199254740992 3",
            "12 nan 3 4",
            "seventeen bytes!!",
            "-0x" + Long.toHexString(NOW),
            "-" + NOW + ".0",
            "-" + NOW + " ",
            " -" + NOW);

    private static final List<String> BAD_LOGS = List.of(
            "12345678",
            "seven..",
            log(0, NOW),
            log(0, NOW, 1, 2), // not whole entries
            log(5, NOW - 1, 3), // total below the one before it
            log(0, NOW, -1),
            log(-1, NOW, 3),
            log(0, 1L << 60, 3),
            log(0, NOW - 1, 1L << 53), // not below 2^53
            "x".repeat(24),
            "zzzzzzzzyyyyyyyyxxxxxxxx");

    private static RedisServer redis;
    private static RawRedis raw;
    private static RedisStore store;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        raw = new RawRedis(redis);
        store = TestStore.on(redis.uri(), ManualTime.create());
    }

    @AfterAll
    static void stop() {
        store.close();
        raw.close();
        redis.close();
    }

    @ParameterizedTest
    @EnumSource
    void aTextThatIsNoStateFailsEveryCall(Algorithm algorithm) {
        Stream<String> bad = switch (algorithm) {
            case TOKEN_BUCKET, LEAKY_BUCKET -> Stream.concat(BAD_TEXTS.stream(), Stream.of("1 2 3", "12 13 14"));
            case FIXED_WINDOW, SLIDING_WINDOW_COUNTER -> Stream.concat(BAD_TEXTS.stream(), Stream.of("1", "-1", "1 2"));
            case SLIDING_WINDOW -> Stream.concat(BAD_TEXTS.stream(), Stream.concat(Stream.of("-1"), BAD_LOGS.stream()));
        };
        bad.forEach(text -> assertFails(algorithm, text, key -> raw.commands().set(key, text)));
    }

    @ParameterizedTest
    @EnumSource
    void aKeyOfAnotherTypeFailsEveryCall(Algorithm algorithm) {
        assertFails(algorithm, "list", key -> raw.commands().rpush(key, "12"));
        assertFails(algorithm, "hash", key -> raw.commands().hset(key, "12", "12"));
        assertFails(algorithm, "set", key -> raw.commands().sadd(key, "12"));
        assertFails(algorithm, "sorted set", key -> raw.commands().zadd(key, 12, "12"));
    }

    private static void assertFails(Algorithm algorithm, String what, Consumer<String> spoil) {
        Limit limit = algorithm.limit(Rate.perMinute(10));
        Charge charge = Charge.of("bad", limit);
        Charge good = Charge.of("good", limit);
        raw.commands().flushall();
        Answer taken = Wait.answer(store.charge(List.of(charge)));
        raw.commands().del(KeyName.of(charge));
        spoil.accept(KeyName.of(charge));
        Map<String, String> before = raw.contents();
        Stream.of(
                        store.charge(List.of(charge)),
                        store.charge(List.of(good, charge)),
                        store.peek(List.of(charge)),
                        store.giveBack(taken.receipt()))
                .forEach(call -> assertThat(Wait.failure(call))
                        .as("%s '%s'", algorithm, what)
                        .asInstanceOf(type(StoreRefusedException.class))
                        .returns(Reason.UNREADABLE_COUNTER, StoreRefusedException::reason));
        assertThat(raw.contents()).as("%s '%s'", algorithm, what).isEqualTo(before);
    }

    private static String log(long... numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * numbers.length);
        LongStream.of(numbers).forEach(bytes::putLong);
        return new String(bytes.array(), StandardCharsets.ISO_8859_1);
    }
}
