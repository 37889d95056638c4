package io.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Algorithm;
import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Effect;
import io.weir.testkit.internal.Futures;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract of admission: which charges each algorithm allows, and what its decisions report. */
interface AdmissionContract extends StoreUnderTest {

    static Stream<Limit> limits() {
        return Stream.of(Algorithm.values())
                .flatMap(algorithm -> RATES.stream()
                        .filter(rate -> rate.permits() <= algorithm.mostPermits())
                        .map(algorithm::limit));
    }

    @ParameterizedTest
    @MethodSource("limits")
    default void admitsExactlyTheCapacityAtOneInstant(Limit limit) {
        long half = limit.capacity() / 2;
        assertThat(take("key", limit, limit.capacity() - half).allowed()).isTrue();
        assertThat(take("key", limit, half).remaining()).isZero();
        assertThat(take("key", limit, 1).allowed()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    default void neverConfusesACallersKeyWithARules(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(2));
        Charge callers = Charge.ofKey("user:1:/orders#orders", limit, 2);
        Charge rules = Charge.ofRule("user:1", ":/orders#orders", limit, 2);
        assertThat(charge(callers).allowed()).isTrue();
        assertThat(charge(rules).allowed()).isTrue();
        assertThat(charge(rules).allowed()).isFalse();
        Futures.get(store().forget(rules));
        assertThat(charge(callers, rules).allowed()).isFalse();
        assertThat(charge(rules, rules.withLimit(limit, 1)).allowed()).isFalse();
        assertThat(charge(rules).allowed()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    default void countsOneKeySeparatelyForEachLimit(Algorithm algorithm) {
        Charge perSecond = Charge.of("user:42", algorithm.limit(Rate.perSecond(10)));
        Charge perHour = Charge.of("user:42", algorithm.limit(Rate.perHour(1_000)));
        for (int i = 0; i < 10; i++) {
            assertThat(charge(perSecond, perHour).allowed()).isTrue();
        }
        List<Decision> denied = charge(perSecond, perHour).decisions();
        assertThat(denied).extracting(Decision::allowed).containsExactly(false, true);
        assertThat(denied).extracting(Decision::remaining).containsExactly(0L, 990L);
        assertThat(remaining("user:42", perHour.limit())).isEqualTo(1_000);
    }

    @ParameterizedTest
    @EnumSource
    default void countsOneKeySeparatelyForEachName(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(2));
        Charge logins = Charge.of("user:1:/orders", limit, 2).withName("logins");
        Charge payments = Charge.of("user:1:/orders", limit, 2).withName("payments");
        Charge unnamed = Charge.of("user:1:/orders", limit, 2);
        Charge keyAlone = Charge.ofKey("user:1:/orders", limit, 2);
        Charge rule = Charge.ofRule("user:1", ":/orders#logins", limit, 2);
        assertThat(charge(logins, payments, unnamed, keyAlone, rule).allowed()).isTrue();
        for (Charge each : List.of(logins, payments, unnamed, keyAlone, rule)) {
            assertThat(charge(each).allowed()).isFalse();
        }
        Limit raised = algorithm.limit(Rate.perMinute(4));
        assertThat(charge(Charge.of("user:1:/orders", raised, 4).withName("logins"))
                        .allowed())
                .isFalse();
    }

    @ParameterizedTest
    @MethodSource("limits")
    default void deniesAMicrosecondBeforeRetryAfterAndAllowsAtIt(Limit limit) {
        Charge whatIsLeft = Charge.ofKey("key", limit, limit.capacity()).withEffect(Effect.COUNTED);
        for (long cost : new long[] {1, limit.capacity() / 2, limit.capacity() / 3 + 1, limit.capacity()}) {
            charge(whatIsLeft);
            long retryAfter = take("key", limit, cost).retryAfterMicros();
            time().advanceMicros(retryAfter - 1);
            Decision early = take("key", limit, cost);
            time().advanceMicros(1);
            Decision inTime = take("key", limit, cost);
            assertThat(early.allowed()).as("%s cost %s early", limit, cost).isFalse();
            assertThat(early.retryAfterMicros()).isEqualTo(1);
            assertThat(inTime.allowed()).as("%s cost %s in time", limit, cost).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("limits")
    default void hasItsCapacityAgainAtResetAfterAndNotAMicrosecondBefore(Limit limit) {
        take("key", limit, limit.capacity());
        long resetAfter = peek("key", limit, 1).resetAfterMicros();
        time().advanceMicros(resetAfter - 1);
        assertThat(peek("key", limit, 1).resetAfterMicros()).isEqualTo(1);
        time().advanceMicros(1);
        assertThat(peek("key", limit, 1).resetAfterMicros()).isZero();
        assertThat(remaining("key", limit)).isEqualTo(limit.capacity());
    }

    @ParameterizedTest
    @MethodSource("limits")
    default void aDenialAndAPeekChangeNothing(Limit limit) {
        take("key", limit, limit.capacity());
        Decision before = peek("key", limit, 1);
        assertThat(take("key", limit, 1)).isEqualTo(before);
        assertThat(take("key", limit, limit.capacity()).allowed()).isFalse();
        assertThat(peek("key", limit, 1)).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("limits")
    default void chargingManyEqualsChargingOneManyTimes(Limit limit) {
        long cost = Math.min(limit.capacity(), 97);
        for (int i = 0; i < cost; i++) {
            take("one by one", limit, 1);
        }
        take("together", limit, cost);
        assertThat(peek("one by one", limit, 1)).isEqualTo(peek("together", limit, 1));
        time().advanceMicros(peek("together", limit, cost).retryAfterMicros() / 2 + 1);
        assertThat(peek("one by one", limit, cost)).isEqualTo(peek("together", limit, cost));
    }

    @ParameterizedTest
    @EnumSource
    default void admitsNoMoreThanItsBoundInAnySpan(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(100));
        long period = 60_000_000;
        SplittableRandom random = new SplittableRandom(1);
        KeptPermits taken = new KeptPermits();
        for (int i = 0; i < 1_000; i++) {
            // Callers come just before and after the edge of a window, or at any time.
            long toEdge = period - time().nowMicros() % period;
            time().advanceMicros(
                            random.nextInt(3) == 0
                                    ? toEdge - random.nextInt(2)
                                    : random.nextLong(1 + random.nextLong(period)));
            long cost = Math.min(1 + random.nextInt(100), Math.max(1, remaining("key", limit)));
            if (take("key", limit, cost).allowed()) {
                taken.take(time().nowMicros(), cost);
            }
        }
        taken.assertWithin(limit, 0);
    }

    @ParameterizedTest
    @EnumSource
    default void aFreshKeyHasItsCapacityAndIsIndependentOfOtherKeys(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(10));
        take("a:b", limit, 10);
        for (String other : List.of("a", "b", "a:B", "a:b ", "a::b", "{a:b}", "a:b#c", "ä:b", "a:b\u0000", "*")) {
            Decision untouched = peek(other, limit, 1);
            assertThat(untouched.remaining()).as(other).isEqualTo(10);
            assertThat(untouched.resetAfterMicros()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    default void oneKeyHasACounterOfEachAlgorithm(Algorithm algorithm) {
        take("key", algorithm.limit(Rate.perMinute(10)), 10);
        for (Algorithm other : Algorithm.values()) {
            assertThat(remaining("key", other.limit(Rate.perMinute(10)))).isEqualTo(other == algorithm ? 0 : 10);
        }
    }

    @ParameterizedTest
    @EnumSource
    default void aForgottenKeyIsFresh(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(10));
        take("key", limit, 10);
        take("other", limit, 10);
        forget("key", limit);
        forget("never seen", limit);
        assertThat(take("key", limit, 10).allowed()).isTrue();
        assertThat(remaining("other", limit)).isZero();
    }

    @Test
    default void aCallWithoutChargesIsAllowed() {
        Answer answer = charge();
        assertThat(answer.allowed()).isTrue();
        assertThat(answer.decisions()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    default void aDecisionCarriesTheStoresTime(Algorithm algorithm) {
        Charge charge = Charge.ofKey("key", algorithm.limit(Rate.perMinute(10)));
        assertThat(charge(charge).decisions().get(0).atMicros()).isEqualTo(time().nowMicros());
    }
}
