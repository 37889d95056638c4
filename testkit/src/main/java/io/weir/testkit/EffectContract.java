package io.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Effect;
import io.weir.store.OnFailure;
import io.weir.store.Scope;
import java.util.Collections;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract for the effects that several charges in one call have on each other. */
interface EffectContract extends StoreUnderTest {

    @ParameterizedTest
    @EnumSource
    default void takesNothingWhenOneOfTwoChargesIsDenied(Algorithm algorithm) {
        Limit wide = algorithm.limit(Rate.perMinute(100));
        Limit narrow = algorithm.limit(Rate.perMinute(2));
        take("narrow", narrow, 2);

        Answer answer = charge(Charge.ofKey("wide", wide, 30), Charge.ofKey("narrow", narrow));

        assertThat(answer.allowed()).isFalse();
        assertThat(answer.decisions().get(0).allowed()).isTrue();
        assertThat(answer.decisions().get(0).remaining()).isEqualTo(100);
        assertThat(answer.decisions().get(1).allowed()).isFalse();
        assertThat(remaining("wide", wide)).isEqualTo(100);
    }

    @Test
    default void takesFromAllAlgorithmsTogether() {
        Charge[] charges = Stream.of(Algorithm.values())
                .map(algorithm -> Charge.ofKey("key", algorithm.limit(Rate.perMinute(10)), 4))
                .toArray(Charge[]::new);
        assertThat(charge(charges).allowed()).isTrue();
        assertThat(charge(charges).allowed()).isTrue();
        assertThat(charge(charges).allowed()).isFalse();
        for (Algorithm algorithm : Algorithm.values()) {
            assertThat(remaining("key", algorithm.limit(Rate.perMinute(10)))).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    default void decidesTwoChargesOnOneKeyOneAfterTheOther(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(5));

        Answer tooMuch = charge(Charge.ofKey("key", limit, 3), Charge.ofKey("key", limit, 3));
        assertThat(tooMuch.allowed()).isFalse();
        assertThat(tooMuch.decisions().get(0).allowed()).isTrue();
        assertThat(tooMuch.decisions().get(1).allowed()).isFalse();
        assertThat(remaining("key", limit)).isEqualTo(5);

        Answer fitting = charge(Charge.ofKey("key", limit, 3), Charge.ofKey("key", limit, 2));
        assertThat(fitting.allowed()).isTrue();
        assertThat(fitting.decisions().get(0).remaining()).isEqualTo(2);
        assertThat(fitting.decisions().get(1).remaining()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    default void aShadowChargeCountsButNeverChangesTheAnswer(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(5));
        Charge shadow = Charge.ofKey("shadow", limit, 3).withEffect(Effect.SHADOW);
        Charge enforced = Charge.ofKey("enforced", algorithm.limit(Rate.perMinute(100)));

        Answer first = charge(shadow, enforced);
        assertThat(first.decisions().get(0).allowed()).isTrue();
        assertThat(first.decisions().get(0).remaining()).isEqualTo(2);

        Answer second = charge(shadow, enforced);
        assertThat(second.allowed()).isTrue();
        assertThat(second.decisions().get(0).allowed()).isFalse();
        assertThat(second.decisions().get(0).remaining()).isEqualTo(2);
        assertThat(remaining("enforced", enforced.limit())).isEqualTo(98);

        assertThat(charge(shadow).allowed()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    default void aShadowChargeIsNotTakenWhenTheCallIsDenied(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(5));
        take("enforced", limit, 5);
        Answer answer =
                charge(Charge.ofKey("shadow", limit, 3).withEffect(Effect.SHADOW), Charge.ofKey("enforced", limit));
        assertThat(answer.allowed()).isFalse();
        assertThat(answer.decisions().get(0).allowed()).isTrue();
        assertThat(remaining("shadow", limit)).isEqualTo(5);
    }

    @ParameterizedTest
    @EnumSource
    default void aCountedChargeIsAlwaysTakenAndTakesWhatIsLeft(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(5));
        Charge counted = Charge.ofKey("counted", limit, 3).withEffect(Effect.COUNTED);
        assertThat(charge(counted).decisions().get(0).remaining()).isEqualTo(2);

        Answer beyond = charge(counted);
        assertThat(beyond.allowed()).isFalse();
        assertThat(beyond.decisions().get(0).allowed()).isFalse();
        assertThat(beyond.decisions().get(0).remaining()).isZero();
        assertThat(beyond.decisions().get(0).retryAfterMicros()).isPositive();

        long resetAfter = peek("counted", limit, 1).resetAfterMicros();
        charge(counted);
        charge(counted);
        assertThat(peek("counted", limit, 1).resetAfterMicros())
                .as("a value that does not fit is not kept")
                .isEqualTo(resetAfter);
    }

    @ParameterizedTest
    @EnumSource
    default void aCountedChargeIsTakenEvenIfAnEnforcedOneIsDenied(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(5));
        take("enforced", limit, 5);
        Answer answer = charge(
                Charge.ofKey("enforced", limit),
                Charge.ofKey("counted", limit, 2).withEffect(Effect.COUNTED));
        assertThat(answer.allowed()).isFalse();
        assertThat(answer.decisions().get(1).allowed()).isTrue();
        assertThat(remaining("counted", limit)).isEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource
    default void anEnforcedChargeIsNotTakenWhenACountedOneIsDenied(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(5));
        take("counted", limit, 4);
        Answer answer = charge(
                Charge.ofKey("enforced", limit, 2),
                Charge.ofKey("counted", limit, 2).withEffect(Effect.COUNTED));
        assertThat(answer.allowed()).isFalse();
        assertThat(remaining("enforced", limit)).isEqualTo(5);
        assertThat(remaining("counted", limit)).isZero();
    }

    @Test
    default void aFixedWindowCountsBeyondItsLimit() {
        Limit ten = Limit.fixedWindow(Rate.perMinute(10));
        charge(Charge.ofKey("key", ten, 8));
        Answer answer = charge(counted("key", ten, 7));
        assertThat(answer.allowed()).isFalse();
        assertThat(answer.decisions().get(0).remaining()).isZero();
        assertThat(answer.decisions().get(0).overdrawn()).isEqualTo(5);

        assertThat(peek("key", ten, 1).overdrawn()).isEqualTo(5);
        assertThat(remaining("key", Limit.fixedWindow(Rate.perMinute(20)))).isEqualTo(5);
    }

    @Test
    default void aFixedWindowCountsMoreAtOnceThanItHolds() {
        Limit ten = Limit.fixedWindow(Rate.perMinute(10));
        Answer answer = charge(counted("key", ten, 1_000));
        assertThat(answer.allowed()).isFalse();
        assertThat(answer.decisions().get(0).overdrawn()).isEqualTo(990);
    }

    @Test
    default void aFixedWindowCountsUpToTheLargestExactWholeNumber() {
        Limit one = Limit.fixedWindow(Rate.perMinute(1));
        Charge most = counted("key", one, Rate.MOST_PERMITS);
        long exact = (1L << 53) - 1;
        Charge[] many = Collections.nCopies(1_000, most).toArray(Charge[]::new);
        for (int i = 0; i < 10; i++) {
            charge(many);
        }
        assertThat(peek("key", one, 1).overdrawn()).isEqualTo(exact - 1);
    }

    private static Charge counted(String key, Limit limit, long cost) {
        return new Charge(key, limit, cost, Effect.COUNTED, OnFailure.LOCAL, Scope.SHARED, "");
    }
}
