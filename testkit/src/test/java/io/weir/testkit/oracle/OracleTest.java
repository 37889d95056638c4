package io.weir.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Limit;
import io.weir.limit.Rate;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Compares the oracle with examples that were computed by hand. */
class OracleTest {

    private static final long SECOND = 1_000_000;
    private static final long MINUTE = 60 * SECOND;

    /** The start of 2026: a whole minute, hour and day. */
    private static final long T = 1_767_225_600 * SECOND;

    @Nested
    class TokenBucket {

        private final Oracle sevenPerSecond = Oracle.of(Limit.tokenBucket(Rate.perSecond(7)));

        @Test
        void givesSevenPermitsPerSecondExactly() {
            takeAll(sevenPerSecond, T, 7);

            // A seventh of a second is 142,857 1/7 µs, so the n-th permit comes at n · 142,857 + n/7 µs, rounded up.
            assertThat(sevenPerSecond.retryAfterMicros(T, 1)).isEqualTo(142_858);
            assertThat(sevenPerSecond.retryAfterMicros(T, 2)).isEqualTo(285_715);
            assertThat(sevenPerSecond.retryAfterMicros(T, 6)).isEqualTo(857_143);
            assertThat(sevenPerSecond.retryAfterMicros(T, 7)).isEqualTo(SECOND);
            assertThat(sevenPerSecond.resetAfterMicros(T)).isEqualTo(SECOND);
        }

        @Test
        void losesNothingToRoundingWhenEveryPermitIsTakenAtOnce() {
            takeAll(sevenPerSecond, T, 7);
            long now = T;
            for (int permit = 0; permit < 7 * 60; permit++) {
                now += sevenPerSecond.retryAfterMicros(now, 1);
                sevenPerSecond.take(now, 1);
            }

            assertThat(now).isEqualTo(T + MINUTE);
        }

        @Test
        void countsAPartlyRefilledPermitAsTaken() {
            sevenPerSecond.take(T, 1);

            assertThat(sevenPerSecond.remaining(T + 142_857)).isEqualTo(6);
            assertThat(sevenPerSecond.remaining(T + 142_858)).isEqualTo(7);
        }

        @Test
        void isEmptyButNotInDebtAfterTheClockSteppedBack() {
            sevenPerSecond.take(T, 7);
            sevenPerSecond.mend(T - 5 * SECOND);

            assertThat(sevenPerSecond.remaining(T - 5 * SECOND)).isZero();
            assertThat(sevenPerSecond.resetAfterMicros(T - 5 * SECOND)).isEqualTo(SECOND);
        }

        @Test
        void isEmptyButNotInDebtAfterItsCapacityWasLowered() {
            sevenPerSecond.take(T, 7);
            sevenPerSecond.adopt(Limit.tokenBucket(Rate.perSecond(7)).withCapacity(2));
            sevenPerSecond.mend(T);

            assertThat(sevenPerSecond.remaining(T)).isZero();
            assertThat(sevenPerSecond.retryAfterMicros(T, 2)).isEqualTo(285_715);
        }

        @Test
        void readsTheSameStateWithOtherNumbers() {
            sevenPerSecond.take(T, 5);
            sevenPerSecond.adopt(Limit.tokenBucket(Rate.perSecond(3)));
            sevenPerSecond.mend(T);

            // 5/7 s is 714,285 µs and 5/7; the limit counts five sevenths as more than two thirds.
            assertThat(sevenPerSecond.resetAfterMicros(T)).isEqualTo(714_286);
            assertThat(sevenPerSecond.take(T, 1).mark()).isEqualTo(T + 714_286 + 333_333);
        }

        @Test
        void isDrainedForItsWholeTimeFromNow() {
            sevenPerSecond.take(T, 3);
            sevenPerSecond.overdraw(T + 1, 7);

            assertThat(sevenPerSecond.resetAfterMicros(T + 1)).isEqualTo(SECOND);
        }

        @Test
        void givesBackUntilThePermitsHaveRefilled() {
            OracleTake first = sevenPerSecond.take(T, 1);
            sevenPerSecond.take(T, 3);
            sevenPerSecond.giveBack(first, T + 142_858);
            assertThat(sevenPerSecond.resetAfterMicros(T)).isEqualTo(571_429);

            // The first permit is refilled at 142,857 1/7 µs, which is 42,857 1/7 ahead; all four at 571,428 4/7.
            sevenPerSecond.giveBack(first, T + 100_000);
            assertThat(sevenPerSecond.resetAfterMicros(T)).isEqualTo(528_572);
        }
    }

    @Nested
    class LeakyBucket {

        private final Oracle queue = Oracle.of(Limit.leakyBucket(Rate.perSecond(10), 100));

        @Test
        void releasesAHundredOfAHundredAndOneATenthOfASecondApart() {
            for (int turn = 0; turn < 100; turn++) {
                assertThat(queue.delayMicros(T)).isEqualTo(turn * 100_000L);
                assertThat(queue.fits(T, 1)).isTrue();
                queue.take(T, 1);
            }

            assertThat(queue.retryAfterMicros(T, 1)).isEqualTo(100_000);
            assertThat(queue.resetAfterMicros(T)).isEqualTo(10 * SECOND);
        }

        @Test
        void roundsADelayUp() {
            Oracle thirds = Oracle.of(Limit.leakyBucket(Rate.perSecond(3), 3));
            thirds.take(T, 1);

            assertThat(thirds.delayMicros(T)).isEqualTo(333_334);
        }

        @Test
        void givesBackTheEndOfTheQueueOnly() {
            OracleTake first = queue.take(T, 1);
            OracleTake second = queue.take(T, 2);

            queue.giveBack(first, T);
            assertThat(queue.delayMicros(T)).isEqualTo(300_000);

            queue.giveBack(second, T);
            queue.giveBack(first, T);
            assertThat(queue.delayMicros(T)).isZero();
        }
    }

    @Nested
    class FixedWindow {

        private final Oracle hundredPerMinute = Oracle.of(Limit.fixedWindow(Rate.perMinute(100)));

        @Test
        void startsFreshOnTheMinute() {
            takeAll(hundredPerMinute, T + 59 * SECOND, 100);

            assertThat(hundredPerMinute.retryAfterMicros(T + 59 * SECOND, 100)).isEqualTo(SECOND);
            assertThat(hundredPerMinute.fits(T + MINUTE - 1, 1)).isFalse();
            assertThat(hundredPerMinute.fits(T + MINUTE, 100)).isTrue();
        }

        @Test
        void keepsAWindowThatIsAheadByNoMoreThanItsLength() {
            hundredPerMinute.take(T, 30);
            hundredPerMinute.mend(T - MINUTE);

            assertThat(hundredPerMinute.remaining(T - MINUTE)).isEqualTo(70);
            assertThat(hundredPerMinute.resetAfterMicros(T - MINUTE)).isEqualTo(2 * MINUTE);
        }

        @Test
        void movesAWindowThatIsTooFarAheadToTheCurrentOne() {
            hundredPerMinute.take(T, 30);
            hundredPerMinute.mend(T - MINUTE - 1);

            assertThat(hundredPerMinute.remaining(T - MINUTE - 1)).isEqualTo(70);
            assertThat(hundredPerMinute.resetAfterMicros(T - MINUTE - 1)).isEqualTo(1);
        }

        @Test
        void movesTheCountToAWindowOfAnotherLength() {
            hundredPerMinute.take(T + 30 * SECOND, 30);
            hundredPerMinute.adopt(Limit.fixedWindow(Rate.of(20, Duration.ofSeconds(10))));
            hundredPerMinute.mend(T + 45 * SECOND);

            assertThat(hundredPerMinute.remaining(T + 45 * SECOND)).isZero();
            assertThat(hundredPerMinute.retryAfterMicros(T + 45 * SECOND, 20)).isEqualTo(5 * SECOND);
        }

        @Test
        void startsFreshInAWindowOfAnotherLengthAfterTheOldOneEnded() {
            hundredPerMinute.take(T, 30);
            hundredPerMinute.adopt(Limit.fixedWindow(Rate.perHour(100)));
            hundredPerMinute.mend(T + MINUTE);

            assertThat(hundredPerMinute.remaining(T + MINUTE)).isEqualTo(100);
        }

        @Test
        void countsAboveItsCapacity() {
            hundredPerMinute.take(T, 80);
            hundredPerMinute.overdraw(T, 30);
            assertThat(hundredPerMinute.overdrawn(T)).isEqualTo(10);
            hundredPerMinute.adopt(Limit.fixedWindow(Rate.perMinute(150)));

            assertThat(hundredPerMinute.remaining(T)).isEqualTo(40);
        }

        @Test
        void givesBackWithinTheSameWindowOnly() {
            OracleTake taken = hundredPerMinute.take(T, 30);
            hundredPerMinute.giveBack(taken, T + MINUTE);
            assertThat(hundredPerMinute.remaining(T)).isEqualTo(70);

            hundredPerMinute.giveBack(taken, T + MINUTE - 1);
            assertThat(hundredPerMinute.remaining(T)).isEqualTo(100);
        }
    }

    @Nested
    class SlidingWindowCounter {

        private final Oracle hundredPerMinute = Oracle.of(Limit.slidingWindowCounter(Rate.perMinute(100)));

        @Test
        void countsThreeQuartersOfThePreviousWindowAfterAQuarterOfTheCurrentOne() {
            hundredPerMinute.take(T, 60);
            hundredPerMinute.take(T + MINUTE, 20);

            assertThat(hundredPerMinute.remaining(T + MINUTE + 15 * SECOND)).isEqualTo(35);
            assertThat(hundredPerMinute.remaining(T + MINUTE + 15 * SECOND - 1)).isEqualTo(34);
        }

        @Test
        void retriesWhenEnoughOfThePreviousWindowHasFaded() {
            hundredPerMinute.take(T, 60);
            hundredPerMinute.take(T + MINUTE, 20);

            // 36 fit when the 60 have faded to 44: after 16 of 60 seconds.
            assertThat(hundredPerMinute.retryAfterMicros(T + MINUTE + 15 * SECOND, 36))
                    .isEqualTo(SECOND);
            assertThat(hundredPerMinute.resetAfterMicros(T + MINUTE)).isEqualTo(2 * MINUTE);
        }

        @Test
        void fadesTheLastPermitOnlyWithTheWindow() {
            hundredPerMinute.take(T, 1);

            assertThat(hundredPerMinute.remaining(T + 2 * MINUTE - 1)).isEqualTo(99);
            assertThat(hundredPerMinute.remaining(T + 2 * MINUTE)).isEqualTo(100);
        }

        @Test
        void fadesInCoarserTicksWhenTheProductsWouldNotBeExact() {
            // 10^8 permits over 8.64·10^10 µs exceed 2^53 until ticks of 1,000 µs make it 8.64·10^15.
            Oracle large = Oracle.of(Limit.slidingWindowCounter(Rate.perDay(100_000_000)));
            long day = 24 * 60 * MINUTE;
            large.take(T, 100_000_000);

            assertThat(large.remaining(T + day + 999)).isZero();
            assertThat(large.remaining(T + day + 1_000)).isEqualTo(1);
        }

        @Test
        void movesBothWindowsThatAreTooFarAheadToTheCurrentOnes() {
            hundredPerMinute.take(T, 60);
            hundredPerMinute.take(T + MINUTE, 20);
            hundredPerMinute.mend(T - 1);

            assertThat(hundredPerMinute.remaining(T - 1)).isEqualTo(20);
            assertThat(hundredPerMinute.resetAfterMicros(T - 1)).isEqualTo(MINUTE + 1);
        }

        @Test
        void countsAllOfThePreviousWindowWhileTheCurrentOneIsAhead() {
            hundredPerMinute.take(T, 60);
            hundredPerMinute.take(T + MINUTE, 20);
            hundredPerMinute.mend(T);

            assertThat(hundredPerMinute.remaining(T)).isEqualTo(20);
            assertThat(hundredPerMinute.retryAfterMicros(T, 21)).isEqualTo(MINUTE + SECOND);
        }

        @Test
        void givesBackToTheWindowOfTheCharge() {
            OracleTake taken = hundredPerMinute.take(T, 60);
            hundredPerMinute.take(T + MINUTE, 20);
            hundredPerMinute.giveBack(taken, T + MINUTE);

            assertThat(hundredPerMinute.remaining(T + MINUTE)).isEqualTo(80);
        }
    }

    @Nested
    class SlidingWindow {

        private final Oracle tenPerSecond = Oracle.of(Limit.slidingWindow(Rate.perSecond(10)));

        @Test
        void countsEveryPermitForExactlyOnePeriod() {
            tenPerSecond.take(T, 3);
            tenPerSecond.take(T + 400_000, 7);

            assertThat(tenPerSecond.retryAfterMicros(T + 500_000, 3)).isEqualTo(500_000);
            assertThat(tenPerSecond.retryAfterMicros(T + 500_000, 4)).isEqualTo(900_000);
            assertThat(tenPerSecond.remaining(T + SECOND - 1)).isZero();
            assertThat(tenPerSecond.remaining(T + SECOND)).isEqualTo(3);
            assertThat(tenPerSecond.resetAfterMicros(T + 500_000)).isEqualTo(900_000);
        }

        @Test
        void countsPermitsFromTheFutureAsTakenNow() {
            tenPerSecond.take(T, 3);
            tenPerSecond.take(T + 400_000, 4);
            tenPerSecond.mend(T + 100_000);

            assertThat(tenPerSecond.remaining(T + 100_000)).isEqualTo(3);
            assertThat(tenPerSecond.remaining(T + SECOND)).isEqualTo(6);
            assertThat(tenPerSecond.resetAfterMicros(T + 100_000)).isEqualTo(SECOND);
        }

        @Test
        void givesBackTheRecordOfItsTime() {
            OracleTake taken = tenPerSecond.take(T, 3);
            tenPerSecond.take(T + 1, 4);
            tenPerSecond.giveBack(taken, T + 1);
            assertThat(tenPerSecond.remaining(T + 1)).isEqualTo(6);

            tenPerSecond.giveBack(taken, T + 1);
            assertThat(tenPerSecond.remaining(T + 1)).isEqualTo(6);
        }

        @Test
        void givesNothingBackThatHasLeftTheWindow() {
            OracleTake taken = tenPerSecond.take(T, 3);
            tenPerSecond.giveBack(taken, T + SECOND);

            assertThat(tenPerSecond.remaining(T)).isEqualTo(7);
        }

        @Test
        void doesNotDetermineWhetherForgottenPermitsCountAgain() {
            tenPerSecond.take(T, 3);
            tenPerSecond.take(T + SECOND, 1);

            assertThat(tenPerSecond.isDetermined(tenPerSecond.limit(), T + SECOND))
                    .isTrue();
            assertThat(tenPerSecond.isDetermined(tenPerSecond.limit(), T + SECOND - 1))
                    .isFalse();
        }
    }

    private static void takeAll(Oracle counter, long nowMicros, int permits) {
        for (int permit = 0; permit < permits; permit++) {
            assertThat(counter.fits(nowMicros, 1)).isTrue();
            counter.take(nowMicros, 1);
        }
    }
}
