package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.ScriptOutputType;
import io.weir.limit.Algorithm;
import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.redis.internal.script.KeyName;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Receipt;
import io.weir.testkit.redis.RedisServer;
import io.weir.testkit.schedule.Schedule;
import io.weir.testkit.schedule.Step;
import io.weir.time.ManualTime;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every key expires, and not before its counter is equivalent to a fresh one. */
final class ExpiryTest {

    private static final String IMMORTAL = "local found = {} for _, key in ipairs(redis.call('KEYS', '*')) do"
            + " if redis.call('PTTL', key) <= 0 then found[#found + 1] = key end end return found";

    private static final long SPARE_MICROS = 1_000_000;
    private static final long IN_USE_MICROS = 16_000_000;

    private static RedisServer redis;
    private static RawRedis raw;
    private static RedisStore store;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        raw = new RawRedis(redis);
        store = RedisStore.connect(redis.uri());
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

    static Stream<Limit> limits() {
        return Stream.of("10/min", "7/s", "13/h", "3 per 1us", "1 per 3650day", "9999/day")
                .map(Rate::parse)
                .flatMap(rate -> Stream.of(Algorithm.values()).map(algorithm -> algorithm.limit(rate)));
    }

    @Test
    void noHistoryLeavesAKeyWithoutAnExpiry() {
        Schedule schedule = Schedule.changingNumbers(Long.getLong("weir.seed", 1), limits().toList());
        ManualTime time = ManualTime.at(schedule.start());
        Map<Long, Receipt> receipts = new HashMap<>();
        try (RedisStore onTestTime = TestStore.on(redis.uri(), time)) {
            for (int i = 0; i < 4_000; i++) {
                Step step = schedule.next(0);
                time.advanceMicros(step.atMicros() - time.nowMicros());
                if (step.action() instanceof Step.ChargeCall call) {
                    Answer answer = Wait.answer(onTestTime.charge(call.charges()));
                    receipts.put(step.number(), answer.receipt());
                } else if (step.action() instanceof Step.GiveBack back) {
                    Wait.answer(onTestTime.giveBack(receipts.getOrDefault(back.step(), Receipt.EMPTY)));
                }
                List<String> immortal = raw.commands().eval(IMMORTAL, ScriptOutputType.MULTI);
                assertThat(immortal).as("after %s", step).isEmpty();
            }
        }
        assertThat(raw.contents()).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("limits")
    void aKeyExpiresOneToTwoSecondsAfterItsCounterIsFresh(Limit limit) {
        Charge charge = Charge.of("key", limit);
        Decision decision = store.chargeNow(charge);
        long now = decision.atMicros();
        long length = micros(limit.rate().period());
        long over = switch (limit.algorithm()) {
            case TOKEN_BUCKET, LEAKY_BUCKET -> now + decision.resetAfterMicros();
            case FIXED_WINDOW -> now - now % length + length;
            case SLIDING_WINDOW -> now + length;
            case SLIDING_WINDOW_COUNTER -> now - now % length + 2 * length;
        };
        assertLivesUntil(over + SPARE_MICROS, 0, charge);
    }

    @ParameterizedTest
    @EnumSource(names = {"TOKEN_BUCKET", "LEAKY_BUCKET"})
    void aBucketInUseExpiresALittleAfterItIsFree(Algorithm algorithm) {
        Charge charge = Charge.of("key", algorithm.limit(Rate.perHour(60)), 20);
        store.chargeNow(charge);
        Answer second = Wait.answer(store.charge(List.of(charge)));
        Decision decision = second.decisions().get(0);
        long free = decision.atMicros() + decision.resetAfterMicros();
        assertLivesUntil(free + SPARE_MICROS, IN_USE_MICROS, charge);
        Wait.answer(store.giveBack(second.receipt()));
        assertLivesUntil(free - micros(Duration.ofMinutes(20)) + SPARE_MICROS, IN_USE_MICROS, charge);
    }

    @ParameterizedTest
    @EnumSource(names = {"TOKEN_BUCKET", "LEAKY_BUCKET"})
    void theExpiryOfABucketInUseIsSetEverySixteenSecondsOfItsTime(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perHour(3_600));
        Charge aSecond = Charge.of("key", limit);
        store.chargeNow(Charge.of("key", limit, 60));
        long set = raw.calls("set");
        for (int i = 0; i < 160; i++) {
            Decision decision = store.chargeNow(aSecond);
            assertLivesUntil(decision.atMicros() + decision.resetAfterMicros() + SPARE_MICROS, IN_USE_MICROS, aSecond);
        }
        assertThat(raw.calls("set") - set).isBetween(10L, 12L);
    }

    @ParameterizedTest
    @EnumSource(names = {"TOKEN_BUCKET", "LEAKY_BUCKET"})
    void aBucketThatIsFreeBetweenChargesIsInUseFromTheSecondCharge(Algorithm algorithm) {
        Charge charge = Charge.of("key", algorithm.limit(Rate.parse("1 per 1us")));
        Decision first = store.chargeNow(charge);
        assertLivesUntil(first.atMicros() + SPARE_MICROS, 0, charge);
        long set = raw.calls("set");
        for (int i = 0; i < 20; i++) {
            Decision decision = store.chargeNow(charge);
            assertLivesUntil(decision.atMicros() + SPARE_MICROS, IN_USE_MICROS, charge);
        }
        assertThat(raw.calls("set") - set).isBetween(1L, 2L);
    }

    @ParameterizedTest
    @EnumSource
    void aCounterStillExpiresAfterAnImmediateGiveBack(Algorithm algorithm) {
        Charge charge = Charge.of("key", algorithm.limit(Rate.parse("3 per 1us")), 3);
        Answer answer = Wait.answer(store.charge(List.of(charge)));
        Wait.answer(store.giveBack(answer.receipt()));
        List<String> immortal = raw.commands().eval(IMMORTAL, ScriptOutputType.MULTI);
        assertThat(immortal).isEmpty();
    }

    /** Rounded up to the second. Half of the spare second is left for a machine that is busy while the script runs. */
    private static void assertLivesUntil(long micros, long orLonger, Charge charge) {
        long expiresAt = raw.expiresAtMillis(KeyName.of(charge)) * 1_000;
        assertThat(expiresAt).isBetween(micros - SPARE_MICROS / 2, micros + orLonger + SPARE_MICROS + SPARE_MICROS / 2);
    }

    private static long micros(Duration duration) {
        return duration.toNanos() / 1_000;
    }
}
