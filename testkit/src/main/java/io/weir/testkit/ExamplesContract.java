package io.weir.testkit;

import io.weir.limit.Limit;
import io.weir.limit.Rate;
import org.junit.jupiter.api.Test;

/** An example for each algorithm, computed by hand. */
interface ExamplesContract extends StoreUnderTest {

    private void play(Limit limit, String lines) {
        Timeline.play(store(), time(), limit, lines);
    }

    @Test
    default void aTokenBucketAllowsABurstAndThenItsRate() {
        play(Limit.parse("10/min burst 15"), """
                0s         take 15 -> allowed, 0 left, reset after 90s
                0s         take 1  -> denied, 0 left, retry after 6s
                5.999999s  take 1  -> denied, retry after 1us
                6s         take 1  -> allowed, 0 left
                21s        peek 3  -> denied, 2 left, retry after 3s
                21s        take 2  -> allowed, 0 left, reset after 87s
                10min      take 15 -> allowed, 0 left
                """);
    }

    @Test
    default void aTokenBucketKeepsFractionsExactly() {
        // A permit takes 142857 1/7 µs.
        play(Limit.parse("7/s"), """
                0s         take 7 -> allowed, 0 left, reset after 1s
                142857us   take 1 -> denied, retry after 1us
                142858us   take 1 -> allowed, 0 left, reset after 1s
                285714us   take 1 -> denied, retry after 1us
                285715us   take 1 -> allowed
                1s         take 5 -> allowed, 0 left
                1s         take 1 -> denied, retry after 142858us
                """);
    }

    @Test
    default void aLeakyBucketQueuesRequestsAndReleasesThemEvenly() {
        play(Limit.leakyBucket(Rate.perSecond(10), 3), """
                0s         take 1 -> allowed, delay 0s, 2 left
                0s         take 1 -> allowed, delay 0.1s, 1 left
                0s         take 1 -> allowed, delay 0.2s, 0 left, reset after 0.3s
                0s         take 1 -> denied, retry after 0.1s
                0.1s       take 1 -> allowed, delay 0.2s, 0 left
                0.25s      peek 1 -> allowed, delay 0.15s, 1 left
                0.5s       take 2 -> allowed, delay 0s, 1 left
                0.5s       take 1 -> allowed, delay 0.2s, 0 left
                """);
    }

    @Test
    default void aLeakyBucketOfAHundredDeniesTheHundredAndFirst() {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            lines.append("0s take 1 -> allowed, delay ").append(i * 100).append("ms\n");
        }
        play(Limit.leakyBucket(Rate.perSecond(10), 100), lines + "0s take 1 -> denied, retry after 100ms");
    }

    @Test
    default void aLeakyBucketTakesBackTheLastTurnOnly() {
        play(Limit.leakyBucket(Rate.perSecond(10), 3), """
                0s  take 1 -> allowed, delay 0s
                0s  take 1 -> allowed, delay 0.1s
                0s  give back
                0s  take 1 -> allowed, delay 0.1s
                0s  take 1 -> allowed, delay 0.2s
                """);
    }

    @Test
    default void aFixedWindowStartsAgainAtTheFullMinute() {
        play(Limit.fixedWindow(Rate.perMinute(10)), """
                50s  take 10 -> allowed, 0 left, reset after 10s
                50s  take 1  -> denied, retry after 10s
                60s  take 10 -> allowed, 0 left, reset after 60s
                61s  take 1  -> denied, retry after 59s
                """);
    }

    @Test
    default void aSlidingWindowLetsEachPermitLeaveAfterTheWindow() {
        play(Limit.slidingWindow(Rate.perMinute(10)), """
                0s          take 4 -> allowed, 6 left, reset after 60s
                30s         take 6 -> allowed, 0 left, reset after 60s
                59.999999s  take 1 -> denied, retry after 1us
                60s         take 4 -> allowed, 0 left
                60s         take 2 -> denied, retry after 30s
                60s         take 7 -> denied, retry after 60s
                90s         take 6 -> allowed
                """);
    }

    @Test
    default void aSlidingWindowCounterWeighsThePreviousWindow() {
        play(Limit.slidingWindowCounter(Rate.perMinute(100)), """
                0s     take 60 -> allowed, 40 left, reset after 120s
                60s    take 20 -> allowed, 20 left
                75s    peek 35 -> allowed, 35 left
                75s    peek 36 -> denied, retry after 1s
                75s    take 35 -> allowed, 0 left, reset after 105s
                119s   peek 1  -> allowed, 44 left
                120s   peek 1  -> allowed, 45 left
                """);
    }

    @Test
    default void aCountedChargeSaturatesAndAShadowAllows() {
        play(Limit.fixedWindow(Rate.perMinute(10)), """
                0s   shadow 8 -> allowed, 2 left
                0s   shadow 8 -> denied, 2 left
                0s   count 8  -> denied, 0 left, retry after 60s
                60s  count 8  -> allowed, 2 left
                60s  give back
                60s  peek 1   -> allowed, 10 left
                60s  take 10  -> allowed
                61s  reset
                61s  peek 1   -> allowed, 10 left, reset after 0s
                """);
    }
}
