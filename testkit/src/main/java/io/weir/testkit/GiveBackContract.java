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
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The contract of receipts: they give back what the call took, once, while it still counts, and never above the
 * capacity.
 */
interface GiveBackContract extends StoreUnderTest {

    @ParameterizedTest
    @EnumSource
    default void aGiveBackLeavesTheCounterAsBeforeTheCall(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(10));
        take("key", limit, 3);
        time().advanceMicros(1_000_000);
        Decision before = peek("key", limit, 1);
        giveBack(charge(Charge.ofKey("key", limit, 4)).receipt());
        assertThat(peek("key", limit, 1)).isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource
    default void aReceiptWorksOnce(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(10));
        take("key", limit, 3);
        Receipt receipt = charge(Charge.ofKey("key", limit, 2)).receipt();
        giveBack(receipt);
        giveBack(receipt);
        assertThat(remaining("key", limit)).isEqualTo(7);
    }

    @ParameterizedTest
    @EnumSource
    default void aGiveBackAfterAResetDoesNotLiftAboveTheCapacity(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(10));
        Receipt receipt = charge(Charge.ofKey("key", limit, 6)).receipt();
        forget("key", limit);
        giveBack(receipt);
        assertThat(remaining("key", limit)).isEqualTo(10);
        assertThat(take("key", limit, 10).allowed()).isTrue();
        assertThat(take("key", limit, 1).allowed()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    default void aReceiptIsVoidOnceItsPermitsHaveRefilled(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(10));
        Answer taken = charge(Charge.ofKey("key", limit, 6));
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
        Charge a = Charge.ofKey("a", limit, 6);
        Charge b = Charge.ofKey("b", limit, 5).withEffect(Effect.COUNTED);
        Charge c = Charge.ofKey("c", limit, 4).withEffect(Effect.SHADOW);
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
        giveBack(charge(Charge.ofKey("key", limit, 4), Charge.ofKey("key", limit, 3))
                .receipt());
        assertThat(remaining("key", limit)).isEqualTo(10);
    }

    @ParameterizedTest
    @EnumSource(value = Algorithm.class, names = "LEAKY_BUCKET", mode = EnumSource.Mode.EXCLUDE)
    default void givesBackAnEarlierCallThanTheLast(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(10));
        Receipt first = charge(Charge.ofKey("key", limit, 4)).receipt();
        time().advanceMicros(1_000);
        take("key", limit, 3);
        giveBack(first);
        assertThat(take("key", limit, 8).allowed()).isFalse();
        assertThat(take("key", limit, 7).allowed()).isTrue();
    }

    @Test
    default void doesNotGiveBackPermitsThatHaveRefilled() {
        Limit limit = Limit.parse("10/s");
        Receipt ten = charge(Charge.ofKey("key", limit, 10)).receipt();
        time().advanceMicros(900_000);
        take("key", limit, 9);
        giveBack(ten);
        assertThat(remaining("key", limit)).isEqualTo(1);
    }

    /**
     * Late receipts never allow more than the limit promises. The exception is the token bucket: if earlier receipts
     * were given back after a permit was taken, a receipt may return up to its own cost too much, as docs/library.md
     * says.
     */
    @ParameterizedTest
    @EnumSource
    default void lateReceiptsAllowNoMoreThanTheLimitPromises(Algorithm algorithm) {
        SplittableRandom random = new SplittableRandom(24);
        Limit limit = algorithm.limit(Rate.perSecond(10));
        for (int history = 0; history < 40; history++) {
            String key = "key " + history;
            KeptPermits kept = new KeptPermits();
            Deque<LateReceipt> receipts = new ArrayDeque<>();
            int givenBack = 0;
            long more = 0;
            for (int i = 0; i < 12; i++) {
                time().advanceMicros(random.nextLong(300_000));
                if (!receipts.isEmpty() && givenBack <= history % 3 && random.nextInt(3) == 0) {
                    LateReceipt late = random.nextBoolean() ? receipts.removeFirst() : receipts.removeLast();
                    giveBack(late.receipt());
                    kept.giveBack(late.takenMicros(), late.cost());
                    more += algorithm == Algorithm.TOKEN_BUCKET && givenBack > 0 ? late.cost() : 0;
                    givenBack++;
                }
                long left = Math.max(1, remaining(key, limit));
                long cost = random.nextBoolean() ? left : 1 + random.nextLong(left);
                Answer answer = charge(Charge.ofKey(key, limit, cost));
                if (answer.allowed()) {
                    kept.take(time().nowMicros(), cost);
                    receipts.addLast(new LateReceipt(answer.receipt(), time().nowMicros(), cost));
                }
            }
            kept.assertWithin(limit, more);
        }
    }

    /** A call that may be given back later. */
    record LateReceipt(Receipt receipt, long takenMicros, long cost) {}
}
