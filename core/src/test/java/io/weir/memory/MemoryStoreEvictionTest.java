package io.weir.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Floods of keys, and their effect on keys that are already there. */
final class MemoryStoreEvictionTest {

    private static final long MAX_BYTES = 32_000_000;

    /** Without a bound, these keys would take nine times {@link #MAX_BYTES}. {@code -Dweir.flood.keys=…} sends more. */
    private static final int FLOOD = Integer.getInteger("weir.flood.keys", 2_000_000);

    private final ManualTime time = ManualTime.create();
    private final MemoryStore store = new MemoryStore(time, MAX_BYTES);

    private boolean take(String key, Limit limit, long cost) {
        return store.chargeNow(Charge.of(key, limit, cost)).allowed();
    }

    private Answer charge(List<Charge> charges) {
        return store.charge(charges).toCompletableFuture().join();
    }

    private long remaining(String key, Limit limit) {
        return store.peek(List.of(Charge.of(key, limit)))
                .toCompletableFuture()
                .join()
                .get(0)
                .remaining();
    }

    /**
     * With a limit of 100, one request of a newcomer is too little to keep its cell; with 10 it is a tenth and keeps
     * it.
     */
    @ParameterizedTest
    @ValueSource(ints = {100, 10})
    void aFloodOfNewKeysKeepsTheHeapFlatAndForgetsNoKnownKey(int permits) {
        Limit limit = Limit.tokenBucket(Rate.perMinute(permits));
        take("attacker", limit, permits);
        for (int user = 0; user < 1_000; user++) {
            take("user" + user, limit, permits / 2);
        }
        long heapBefore = usedHeap();

        long admitted = 0;
        for (int i = 0; i < FLOOD; i++) {
            admitted += take("flood" + i, limit, 1) ? 1 : 0;
        }

        MemoryStore.Usage usage = store.usage();
        assertThat(usage.bytes()).isLessThanOrEqualTo(MAX_BYTES);
        assertThat(usedHeap() - heapBefore).isLessThan(2 * MAX_BYTES);
        assertThat(usage.earlyEvictions() + usage.overflowCharges()).isPositive();
        assertThat(take("attacker", limit, 1)).isFalse();
        for (int user = 0; user < 1_000; user++) {
            assertThat(remaining("user" + user, limit)).isEqualTo(permits - permits / 2);
        }
        assertThat(admitted).as("some newcomers are allowed").isGreaterThan(300_000);

        time.advance(Duration.ofMinutes(1));
        for (int i = 0; i < 1_000; i++) {
            assertThat(take("late" + i, limit, 1)).isTrue();
        }
    }

    /** Collects until a collection frees almost nothing, because a single one leaves garbage of earlier tests. */
    private static long usedHeap() {
        Runtime runtime = Runtime.getRuntime();
        long before = Long.MAX_VALUE;
        long used = Long.MAX_VALUE / 2;
        for (int tries = 0; tries < 20 && before - used > 100_000; tries++) {
            before = used;
            System.gc();
            used = runtime.totalMemory() - runtime.freeMemory();
        }
        return used;
    }

    @ParameterizedTest
    @EnumSource
    void theReportedBytesAreAboutTheUsedBytes(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(10));
        long reported = 0;
        long taken = Long.MAX_VALUE;
        // Garbage of others that is freed meanwhile can only add to what a round measures.
        for (int round = 0; round < 3 && reported < 0.75 * taken; round++) {
            List<MemoryStore> held = new ArrayList<>(List.of(new MemoryStore(time, 1_000_000_000)));
            charge300000Keys(held.get(0), limit);
            MemoryStore.Usage usage = held.get(0).usage();
            assertThat(usage.cells()).isEqualTo(300_000);
            reported = usage.bytes();
            long with = usedHeap();
            // Measured by releasing it, because garbage of earlier tests may be freed while it is filled.
            held.clear();
            taken = Math.min(taken, with - usedHeap());
        }
        assertThat((double) reported / taken).isBetween(0.75, 1.35);
    }

    private static void charge300000Keys(MemoryStore roomy, Limit limit) {
        for (int i = 0; i < 300_000; i++) {
            roomy.chargeNow(Charge.of("key" + (1_000_000_000 + i), limit));
        }
    }

    @Test
    void aLogIsCountedByItsLength() {
        Limit limit = Limit.slidingWindow(Rate.perHour(10_000));
        long empty = store.usage().bytes();
        for (int i = 0; i < 10_000; i++) {
            take("log", limit, 1);
            time.advanceMicros(1);
        }
        assertThat(store.usage().bytes() - empty).isBetween(160_000L, 180_000L);
        time.advance(Duration.ofHours(2));
        take("log", limit, 1);
        assertThat(store.usage().bytes() - empty).isLessThan(1_000L);
    }

    @Test
    void logsBeyondTheBoundBecomeCoarserButNeverLenient() {
        MemoryStore small = new MemoryStore(time, 1_000_000);
        Limit limit = Limit.slidingWindow(Rate.perHour(10_000));
        long[] taken = new long[20];
        for (int i = 0; i < 200_000; i++) {
            time.advanceMicros(1);
            taken[i % 20] += small.chargeNow(Charge.of("key" + i % 20, limit)).allowed() ? 1 : 0;
            assertThat(small.usage().bytes()).isLessThan(1_100_000);
        }
        assertThat(taken).containsOnly(10_000);
        for (int key = 0; key < 20; key++) {
            assertThat(small.chargeNow(Charge.of("key" + key, limit)).allowed()).isFalse();
        }
        time.advance(Duration.ofHours(1));
        assertThat(small.chargeNow(Charge.of("key0", limit, 10_000)).allowed()).isTrue();
    }

    @Test
    void sharedLogsAreBoundedToo() {
        MemoryStore small = new MemoryStore(time, 1_000_000);
        Limit limit = Limit.slidingWindow(Rate.perHour(10_000));
        long heapBefore = usedHeap();
        for (int i = 0; i < 400_000; i++) {
            time.advanceMicros(1);
            small.chargeNow(Charge.of("key" + i, limit, 2_000));
            small.chargeNow(Charge.of("key" + i, limit));
        }
        assertThat(small.usage().bytes()).isLessThan(1_300_000);
        assertThat(usedHeap() - heapBefore).isLessThan(5_000_000);
    }

    @Test
    void newKeysEvictIdleOnesOnceAnEighthOfTheBoundIsUsed() {
        MemoryStore small = new MemoryStore(time, 10_000_000);
        Limit limit = Limit.parse("10/min");
        for (int i = 0; i < 20_000; i++) {
            small.chargeNow(Charge.of("old" + i, limit));
        }
        time.advance(Duration.ofMinutes(1));
        for (int i = 0; i < 20_000; i++) {
            small.chargeNow(Charge.of("new" + i, limit));
        }
        assertThat(small.usage().cells()).isBetween(20_000L, 22_000L);
        assertThat(small.usage().idleEvictions()).isGreaterThan(18_000);
        assertThat(small.usage().earlyEvictions()).isZero();
    }

    @Test
    void aFewIdleKeysStay() {
        MemoryStore small = new MemoryStore(time, 10_000_000);
        Limit limit = Limit.parse("10/min");
        for (int i = 0; i < 5_000; i++) {
            small.chargeNow(Charge.of("key" + i, limit));
            time.advance(Duration.ofMinutes(1));
        }
        assertThat(small.usage().cells()).isEqualTo(5_000);
    }

    @Test
    void aKeyInASharedCellCannotGetAFreshCounter() {
        MemoryStore small = new MemoryStore(time, 1_000_000);
        Limit limit = Limit.parse("10/min");
        for (int i = 0; small.usage().overflowCharges() == 0; i++) {
            small.chargeNow(Charge.of("crowd" + i, limit, 10));
        }
        for (int i = 0; i < 20; i++) {
            small.chargeNow(Charge.of("late", limit));
        }
        // There is room for all keys, but the permits that "late" has taken from its shared cell still count.
        for (int i = 0; i < 5_000; i++) {
            small.forget(Charge.of("crowd" + i, limit));
        }
        assertThat(small.chargeNow(Charge.of("late", limit)).allowed()).isFalse();
        time.advance(Duration.ofMinutes(1));
        assertThat(small.chargeNow(Charge.of("late", limit, 10)).allowed()).isTrue();
        assertThat(small.usage().overflowCharges()).isEqualTo(1 + 20 + 1);
    }

    @Test
    void limitsDoNotShareOverflowCells() {
        MemoryStore small = new MemoryStore(time, 1_000_000);
        Limit crowded = Limit.parse("10/min");
        for (int i = 0; i < 200_000; i++) {
            small.chargeNow(Charge.of("crowd" + i, crowded, 10));
        }
        Limit quiet = Limit.parse("10/h");
        assertThat(small.chargeNow(Charge.of("newcomer", quiet, 10)).allowed()).isTrue();
        for (int i = 0; i < 1_000; i++) {
            small.chargeNow(Charge.of("crowd" + i, crowded));
        }
        assertThat(small.chargeNow(Charge.of("newcomer", quiet)).retryAfter()).isEqualTo(Duration.ofMinutes(6));
        assertThat(small.usage().bytes()).isLessThanOrEqualTo(1_100_000);
    }

    @Test
    void oneCallMayChargeManyNewKeys() {
        List<Charge> charges = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            charges.add(Charge.of("key" + i, Limit.parse("10/min")));
        }
        assertThat(charge(charges).allowed()).isTrue();

        // More keys than there is room for.
        MemoryStore small = new MemoryStore(time, 1_000_000);
        List<Charge> more = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            more.add(Charge.of("key" + i, Limit.parse("10/min")));
        }
        assertThat(small.charge(more).toCompletableFuture().join().decisions()).hasSize(20_000);
    }

    @Test
    void aDeniedCallLeavesNoCellsBehind() {
        Limit limit = Limit.parse("10/min");
        take("used up", limit, 10);
        for (int i = 0; i < 1_000; i++) {
            assertThat(charge(List.of(Charge.of("new" + i, limit), Charge.of("used up", limit)))
                            .allowed())
                    .isFalse();
        }
        assertThat(store.usage().cells()).isEqualTo(1);
    }

    /** Idle cells die and are created again while they are charged; no permit may be lost or appear. */
    @ParameterizedTest
    @EnumSource
    void chargesAreExactWhileCellsAreBeingEvicted(Algorithm algorithm) throws Exception {
        int threads = 8;
        int rounds = 300;
        Limit limit = algorithm.limit(Rate.perMinute(20));
        CellTable cells = new CellTable(time, 4_000_000);
        MemoryStore evicting = new MemoryStore(time, cells);
        AtomicBoolean done = new AtomicBoolean();
        AtomicLong[] admitted = new AtomicLong[rounds];
        for (int round = 0; round < rounds; round++) {
            admitted[round] = new AtomicLong();
            evicting.chargeNow(Charge.of("a" + round, limit));
            evicting.chargeNow(Charge.of("b" + round, limit));
        }
        time.advance(Duration.ofMinutes(2));
        ExecutorService executor = Executors.newFixedThreadPool(threads + 1);
        try {
            Future<?> evictor = executor.submit(() -> {
                EvictionHand hand = cells.newHand();
                while (!done.get()) {
                    hand.sweep(time.nowMicros());
                }
            });
            List<Future<?>> chargers = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                boolean pairwise = thread % 2 == 0;
                chargers.add(executor.submit(() -> {
                    for (int round = 0; round < rounds; round++) {
                        for (int i = 0; i < 10; i++) {
                            Charge a = Charge.of("a" + round, limit);
                            Charge b = Charge.of("b" + round, limit);
                            boolean allowed = pairwise
                                    ? evicting.charge(List.of(a, b))
                                            .toCompletableFuture()
                                            .join()
                                            .allowed()
                                    : evicting.chargeNow(a).allowed();
                            admitted[round].addAndGet(allowed ? 1 : 0);
                        }
                    }
                }));
            }
            for (Future<?> charger : chargers) {
                charger.get();
            }
            done.set(true);
            evictor.get();
        } finally {
            done.set(true);
            executor.shutdownNow();
        }
        for (AtomicLong count : admitted) {
            assertThat(count).hasValue(20);
        }
    }

    @Test
    void aTooSmallBoundIsRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MemoryStore(time, 1_000))
                .withMessage("maxBytes must be at least 1000000, but was 1000");
    }
}
