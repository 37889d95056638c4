package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Effect;
import io.weir.testkit.Threads;
import io.weir.time.ManualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * In the end, calls on several slots have taken all or nothing: every counter holds what the allowed calls took, plus
 * counted charges.
 */
final class AllOrNothingTest {

    /** Without markers, which can only be the last charge of a call. */
    private static final List<Effect> EFFECTS =
            Stream.of(Effect.values()).filter(effect -> effect != Effect.MARKER).toList();

    private static final int TIGHT = 5;
    private static final int ROOMY = 4;

    @BeforeEach
    void empty() {
        Clusters.shared().nodes().subList(0, 3).forEach(master -> master.command("FLUSHALL"));
    }

    /** Leaky buckets keep a turn of a denied call if another call has got a later turn. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "LEAKY_BUCKET")
    void everyCounterHoldsWhatAllowedCallsTook(Algorithm algorithm) {
        Limit tight = algorithm.limit(Rate.perDay(150));
        Limit roomy = algorithm.limit(Rate.perDay(10_000));
        Map<String, AtomicLong> taken = new ConcurrentHashMap<>();
        AtomicLong denied = new AtomicLong();
        try (RedisStore store = TestStore.on(Clusters.uri(Clusters.shared()) + "?timeout=30s", ManualTime.create())) {
            Threads.run(8, thread -> {
                SplittableRandom random = new SplittableRandom(thread);
                for (int i = 0; i < 150; i++) {
                    List<Charge> charges = charges(random, tight, roomy);
                    Answer answer = Wait.answer(store.charge(charges));
                    denied.addAndGet(answer.allowed() ? 0 : 1);
                    count(charges, answer, taken);
                }
            });
            assertThat(denied.get()).isBetween(150L, 1_050L);
            for (int i = 0; i < TIGHT; i++) {
                assertHolds(store, Charge.of("tight" + i, tight), taken);
            }
            for (int i = 0; i < ROOMY; i++) {
                assertHolds(store, Charge.of("roomy" + i, roomy), taken);
            }
        }
    }

    private static List<Charge> charges(SplittableRandom random, Limit tight, Limit roomy) {
        List<Charge> charges = new ArrayList<>();
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            charges.add(Charge.of("tight" + random.nextInt(TIGHT), tight, random.nextLong(1, 3)));
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            Effect effect = EFFECTS.get(random.nextInt(3));
            charges.add(Charge.of("roomy" + random.nextInt(ROOMY), roomy, random.nextLong(1, 3))
                    .withEffect(effect));
        }
        return charges;
    }

    private static void count(List<Charge> charges, Answer answer, Map<String, AtomicLong> taken) {
        for (Charge charge : charges) {
            if (answer.allowed() || charge.effect() == Effect.COUNTED) {
                taken.computeIfAbsent(charge.key(), key -> new AtomicLong()).addAndGet(charge.cost());
            }
        }
    }

    /** Permits of denied calls may not be given back yet. */
    private static void assertHolds(RedisStore store, Charge charge, Map<String, AtomicLong> taken) {
        long expected = taken.getOrDefault(charge.key(), new AtomicLong()).get();
        Wait.until(charge.key() + " holds " + expected, () -> {
            long remaining = Wait.answer(store.peek(List.of(charge))).get(0).remaining();
            return charge.limit().capacity() - remaining == expected;
        });
    }
}
