package io.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.store.Charge;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract for concurrent callers. The clock stands still, so the expected numbers are exact. */
interface ConcurrencyContract extends StoreUnderTest {

    int THREADS = 8;
    int CALLS_PER_THREAD = 500;

    @ParameterizedTest
    @EnumSource
    default void manyThreadsOnOneKeyAdmitExactlyTheLimit(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(1_000));
        Charge charge = Charge.of("key", limit);
        AtomicLong admitted = new AtomicLong();
        Threads.run(THREADS, thread -> {
            for (int i = 0; i < CALLS_PER_THREAD; i++) {
                boolean allowed = i % 2 == 0
                        ? charge(charge).allowed()
                        : store().chargeNow("key", limit, 1).allowed();
                admitted.addAndGet(allowed ? 1 : 0);
            }
        });
        assertThat(admitted).hasValue(1_000);
        assertThat(store().chargeNow(charge).remaining()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    default void theLastPermitIsTakenOnce(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(1));
        for (int round = 0; round < 20; round++) {
            String key = "key" + round;
            AtomicLong admitted = new AtomicLong();
            Threads.run(
                    THREADS, thread -> admitted.addAndGet(take(key, limit, 1).allowed() ? 1 : 0));
            assertThat(admitted).hasValue(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    default void manyThreadsOnASharedAndTheirOwnKeyAdmitExactlyTheSharedLimit(Algorithm algorithm) {
        Limit shared = algorithm.limit(Rate.perMinute(1_000));
        Limit own = algorithm.limit(Rate.perMinute(10_000));
        AtomicLong admitted = new AtomicLong();
        Threads.run(THREADS, thread -> {
            Charge[] charges = {Charge.ofKey("own" + thread, own, 3), Charge.ofKey("shared", shared, 2)};
            for (int i = 0; i < CALLS_PER_THREAD; i++) {
                admitted.addAndGet(charge(charges).allowed() ? 1 : 0);
            }
        });
        assertThat(admitted).hasValue(500);
        long ownTaken = 0;
        for (int thread = 0; thread < THREADS; thread++) {
            ownTaken += own.capacity() - remaining("own" + thread, own);
        }
        assertThat(ownTaken).isEqualTo(500 * 3);
    }

    @ParameterizedTest
    @EnumSource
    default void overlappingSetsOfKeysAreChargedForAllowedCallsOnly(Algorithm algorithm) {
        int keys = 6;
        Limit limit = algorithm.limit(Rate.perMinute(400));
        AtomicLongArray taken = new AtomicLongArray(keys);
        Threads.run(THREADS, thread -> {
            SplittableRandom random = new SplittableRandom(thread);
            for (int i = 0; i < CALLS_PER_THREAD; i++) {
                int first = random.nextInt(keys);
                int second = random.nextInt(keys);
                int third = random.nextInt(keys);
                boolean allowed = charge(
                                Charge.ofKey("key" + first, limit),
                                Charge.ofKey("key" + second, limit, 2),
                                Charge.ofKey("key" + third, limit))
                        .allowed();
                if (allowed) {
                    taken.addAndGet(first, 1);
                    taken.addAndGet(second, 2);
                    taken.addAndGet(third, 1);
                }
            }
        });
        for (int key = 0; key < keys; key++) {
            assertThat(remaining("key" + key, limit)).isEqualTo(400 - taken.get(key));
        }
    }
}
