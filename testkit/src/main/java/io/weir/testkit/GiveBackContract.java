package io.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Algorithm;
import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Effect;
import io.weir.store.Receipt;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A receipt returns what its call took: once, while it still counts, and never above the capacity. */
interface GiveBackContract extends StoreUnderTest {

    @ParameterizedTest
    @EnumSource
    default void aGiveBackLeavesTheCounterAsBeforeTheCall(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(10));
        take("key", limit, 3);
        time().advanceMicros(1_000_000);
        Decision before = peek("key", limit, 1);
        giveBack(charge(Charge.of("key", limit, 4)).receipt());
        assertThat(peek("key", limit, 1)).isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource
    default void aReceiptWorksOnce(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(10));
        take("key", limit, 3);
        Receipt receipt = charge(Charge.of("key", limit, 2)).receipt();
        giveBack(receipt);
        giveBack(receipt);
        assertThat(remaining("key", limit)).isEqualTo(7);
    }

    @ParameterizedTest
    @EnumSource
    default void aGiveBackAfterAResetDoesNotLiftAboveTheCapacity(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(10));
        Receipt receipt = charge(Charge.of("key", limit, 6)).receipt();
        forget("key", limit);
        giveBack(receipt);
        assertThat(remaining("key", limit)).isEqualTo(10);
        assertThat(take("key", limit, 10).allowed()).isTrue();
        assertThat(take("key", limit, 1).allowed()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    default void aReceiptIsVoidOnceTimeHasReturnedWhatItTook(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(10));
        Answer taken = charge(Charge.of("key", limit, 6));
        time().advanceMicros(taken.decisions().get(0).resetAfterMicros());
        take("key", limit, 10);
        Decision before = peek("key", limit, 1);
        giveBack(taken.receipt());
        assertThat(peek("key", limit, 1)).isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource
    default void givesBackAllChargesOfACallAndNothingForADeniedOne(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(10));
        Charge a = Charge.of("a", limit, 6);
        Charge b = Charge.of("b", limit, 5).withEffect(Effect.COUNTED);
        Charge c = Charge.of("c", limit, 4).withEffect(Effect.SHADOW);
        giveBack(charge(a, b, c).receipt());
        for (String key : new String[] {"a", "b", "c"}) {
            assertThat(remaining(key, limit)).isEqualTo(10);
        }

        take("a", limit, 5);
        giveBack(charge(a, c).receipt());
        assertThat(remaining("a", limit)).isEqualTo(5);
    }

    @ParameterizedTest
    @EnumSource
    default void givesBackBothChargesOfACallOnOneKey(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(10));
        giveBack(charge(Charge.of("key", limit, 4), Charge.of("key", limit, 3)).receipt());
        assertThat(remaining("key", limit)).isEqualTo(10);
    }

    @ParameterizedTest
    @EnumSource(value = Algorithm.class, names = "LEAKY_BUCKET", mode = EnumSource.Mode.EXCLUDE)
    default void givesBackAnEarlierCallThanTheLast(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(10));
        Receipt first = charge(Charge.of("key", limit, 4)).receipt();
        time().advanceMicros(1_000);
        take("key", limit, 3);
        giveBack(first);
        assertThat(take("key", limit, 8).allowed()).isFalse();
        assertThat(take("key", limit, 7).allowed()).isTrue();
    }
}
