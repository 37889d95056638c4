package io.weir.memory;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The treatment of new and of known keys after a flood of keys has used up the shared counters. */
final class MemoryStoreNewcomerTest {

    private static final long MAX_BYTES = 2_000_000;

    /** Far more keys than there are cells of any kind, so every shared counter is used up. */
    private static final int FLOOD = 40_000;

    private final ManualTime time = ManualTime.create();
    private final MemoryStore store = new MemoryStore(time, MAX_BYTES);
    private final Limit perDay = Limit.tokenBucket(Rate.perDay(100));

    private boolean take(String key, Limit limit, long cost) {
        return store.chargeNow(Charge.of(key, limit, cost)).allowed();
    }

    private long remaining(String key, Limit limit) {
        return store.peek(List.of(Charge.of(key, limit)))
                .toCompletableFuture()
                .join()
                .get(0)
                .remaining();
    }

    private void flood(String name, Limit limit, long cost) {
        for (int i = 0; i < FLOOD; i++) {
            take(name + i, limit, cost);
        }
    }

    @Test
    void afterAFloodNewcomersAreAllowedAndKnownKeysAreKept() {
        for (int user = 0; user < 400; user++) {
            take("half" + user, perDay, 50);
            take("tenth" + user, perDay, 10);
        }
        flood("flood", perDay, 50);
        for (int newcomer = 0; newcomer < 100; newcomer++) {
            assertThat(remaining("newcomer" + newcomer, perDay)).isPositive();
            assertThat(take("newcomer" + newcomer, perDay, 1)).isTrue();
        }
        for (int user = 0; user < 400; user++) {
            assertThat(remaining("half" + user, perDay)).isEqualTo(50);
            assertThat(remaining("tenth" + user, perDay)).isEqualTo(90);
        }
        assertThat(store.usage().newcomerEvictions()).isPositive();
        assertThat(store.usage().bytes()).isLessThanOrEqualTo(MAX_BYTES);
    }

    @ParameterizedTest
    @EnumSource
    void newcomersKeepTheirCountsUntilTheRingIsFullOfOthers(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perDay(100));
        flood("flood", limit, 100);
        for (int newcomer = 0; newcomer < 100; newcomer++) {
            assertThat(take("newcomer" + newcomer, limit, 60)).isTrue();
        }
        for (int newcomer = 0; newcomer < 100; newcomer++) {
            assertThat(take("newcomer" + newcomer, limit, 41)).isFalse();
            assertThat(take("newcomer" + newcomer, limit, 40)).isTrue();
            assertThat(take("newcomer" + newcomer, limit, 1)).isFalse();
        }
        flood("more", limit, 1);
        assertThat(take("newcomer0", limit, 1)).isTrue();
        assertThat(store.usage().bytes()).isLessThanOrEqualTo(MAX_BYTES);
    }

    /** A flood on one limit does not help a key that has used up another. */
    @Test
    void aKeyThatUsedUpItsSharedCounterAloneStaysDenied() {
        flood("flood", perDay, 100);
        Limit login = Limit.parse("5/h");
        for (int i = 0; i < 5; i++) {
            assertThat(take("guesser", login, 1)).isTrue();
        }
        flood("more", perDay, 1);
        assertThat(take("guesser", login, 1)).isFalse();
        assertThat(remaining("guesser", login)).isZero();
    }

    @Test
    void newcomersStayKnownOnceTheFloodIsOver() {
        flood("flood", perDay, 50);
        take("newcomer", perDay, 90);
        time.advance(Duration.ofHours(13));
        for (int i = 0; i < 10_000; i++) {
            take("ordinary" + i, perDay, 10);
        }
        flood("again", perDay, 50);
        assertThat(remaining("newcomer", perDay)).isEqualTo(64);
    }

    @Test
    void oneCallMayChargeMoreNewKeysThanTheRingHolds() {
        flood("flood", perDay, 100);
        List<Charge> charges = IntStream.range(0, 20_000)
                .mapToObj(i -> Charge.of("new" + i, perDay))
                .toList();
        Answer answer = store.charge(charges).toCompletableFuture().join();
        assertThat(answer.decisions()).hasSize(20_000);
        assertThat(take("newcomer", perDay, 1)).isTrue();
        assertThat(store.usage().bytes()).isLessThanOrEqualTo(MAX_BYTES);
    }

    @Test
    void aDeniedCallDropsNoKeyFromTheRing() {
        flood("flood", perDay, 100);
        take("newcomer", perDay, 100);
        take("used up", perDay, 100);
        long evictions = store.usage().newcomerEvictions();
        for (int i = 0; i < 10_000; i++) {
            store.charge(List.of(Charge.of("new" + i, perDay), Charge.of("used up", perDay)));
        }
        assertThat(store.usage().newcomerEvictions() - evictions).isLessThanOrEqualTo(1);
        assertThat(take("newcomer", perDay, 1)).isFalse();
    }

    @Test
    void aResetNewcomerStartsFresh() {
        flood("flood", perDay, 100);
        take("newcomer", perDay, 100);
        store.forget(Charge.of("newcomer", perDay));
        assertThat(take("newcomer", perDay, 100)).isTrue();
        assertThat(take("newcomer", perDay, 1)).isFalse();
    }

    /** While newcomers are charged alone and in pairs, room appears and their cells become ordinary cells. */
    @ParameterizedTest
    @EnumSource
    void chargesOfNewcomersAreExactWhileTheirCellsMove(Algorithm algorithm) throws Exception {
        int threads = 4;
        int newcomers = 50;
        Limit limit = algorithm.limit(Rate.perDay(100));
        flood("flood", limit, 100);
        // A counter with less than a tenth used may be dropped once its cell is an ordinary one.
        for (int newcomer = 0; newcomer < newcomers; newcomer++) {
            take("newcomer" + newcomer, limit, 10);
        }
        AtomicLongArray admitted = new AtomicLongArray(newcomers);
        ExecutorService executor = Executors.newFixedThreadPool(threads + 1);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                boolean pairwise = thread % 2 == 0;
                running.add(executor.submit(() -> {
                    for (int i = 0; i < 50 * newcomers; i++) {
                        int newcomer = i % newcomers;
                        Charge one = Charge.of("newcomer" + newcomer, limit);
                        Charge roomy = Charge.of("roomy" + newcomer, Limit.parse("1000000/s"));
                        boolean allowed = pairwise
                                ? store.charge(List.of(one, roomy))
                                        .toCompletableFuture()
                                        .join()
                                        .allowed()
                                : store.chargeNow(one).allowed();
                        admitted.addAndGet(newcomer, allowed ? 1 : 0);
                    }
                }));
            }
            running.add(executor.submit(() -> {
                for (int i = 0; i < 2_000; i++) {
                    store.forget(Charge.of("flood" + i, limit));
                    take("ordinary" + i, Limit.parse("10/min"), 1);
                }
            }));
            for (Future<?> each : running) {
                each.get();
            }
        } finally {
            executor.shutdownNow();
        }
        for (int newcomer = 0; newcomer < newcomers; newcomer++) {
            assertThat(admitted.get(newcomer)).isEqualTo(90);
        }
    }
}
