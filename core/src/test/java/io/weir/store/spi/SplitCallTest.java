package io.weir.store.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Algorithm;
import io.weir.limit.Rate;
import io.weir.memory.MemoryStore;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Effect;
import io.weir.store.Receipt;
import io.weir.time.ManualTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A call in parts gives the same answer and leaves the same states as the undivided call. */
final class SplitCallTest {

    private static final List<Effect> EFFECTS = List.of(Effect.values());

    private final ManualTime time = ManualTime.create();
    private final MemoryStore whole = new MemoryStore(time);
    private final Map<String, MemoryStore> places =
            Map.of("a", new MemoryStore(time), "b", new MemoryStore(time), "c", new MemoryStore(time));

    /** A leaky bucket does not take back a turn if a later turn was granted already. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "LEAKY_BUCKET")
    void answersLikeTheWholeCall(Algorithm algorithm) {
        SplittableRandom random = new SplittableRandom(Long.getLong("weir.seed", 1));
        int denied = 0;
        for (int i = 0; i < 2_000; i++) {
            time.advanceMicros(random.nextLong(3_000_000));
            List<Charge> charges = charges(random, algorithm);
            Answer expected = join(whole.charge(charges));
            Answer answer = inParts(charges);
            assertThat(answer.decisions()).as("call %d: %s", i, charges).isEqualTo(expected.decisions());
            assertThat(answer.allowed()).isEqualTo(expected.allowed());
            denied += answer.allowed() ? 0 : 1;
            if (random.nextInt(10) == 0) {
                join(whole.giveBack(expected.receipt()));
                giveBack(answer.receipt());
            }
        }
        assertThat(denied).isBetween(200, 1_800);
    }

    private static List<Charge> charges(SplittableRandom random, Algorithm algorithm) {
        List<Charge> charges = new ArrayList<>();
        for (int i = random.nextInt(1, 6); i > 0; i--) {
            String key = List.of("a", "b", "c").get(random.nextInt(3));
            charges.add(Charge.of(key, algorithm.limit(Rate.perMinute(60)), random.nextLong(1, 4))
                    .withEffect(EFFECTS.get(random.nextInt(3))));
        }
        return charges;
    }

    private Answer inParts(List<Charge> charges) {
        SplitCall<String> call = new SplitCall<>(charges, Charge::key);
        Map<String, Answer> answers = new LinkedHashMap<>();
        call.parts()
                .forEach((place, part) -> answers.put(place, join(store(place).charge(part))));
        SplitCall.Joined<String> joined = call.join(answers);
        joined.toGiveBack().forEach((place, receipt) -> join(store(place).giveBack(receipt)));
        return joined.answer();
    }

    private void giveBack(Receipt receipt) {
        receipt.redeem().forEach(taken -> join(store(taken.charge().key()).giveBack(Receipt.of(List.of(taken)))));
    }

    private MemoryStore store(String place) {
        return places.getOrDefault(place, whole);
    }

    private static <T> T join(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }
}
