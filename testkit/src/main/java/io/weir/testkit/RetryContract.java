package io.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Effect;
import io.weir.testkit.internal.Futures;
import io.weir.testkit.oracle.Expected;
import io.weir.testkit.oracle.ExpectedAnswer;
import io.weir.testkit.oracle.OracleStore;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The contract of markers: their effect on the other charges of a call. */
interface RetryContract extends StoreUnderTest {

    /** Two free retries. */
    Limit MARKER = Limit.slidingWindow(Rate.parse("5 per 10s"));

    List<Limit> MARKED = List.of(
            Limit.tokenBucket(Rate.parse("10/min")),
            Limit.fixedWindow(Rate.parse("9/min")),
            Limit.slidingWindow(Rate.parse("8/min")),
            Limit.slidingWindowCounter(Rate.parse("7/min")));

    private static Charge marker(String key) {
        return Charge.ofKey(key, MARKER, 3).withEffect(Effect.MARKER);
    }

    @Test
    default void aMarkerNeverDenies() {
        for (int call = 0; call < 10; call++) {
            Answer answer = charge(marker("marker"));
            assertThat(answer.allowed()).isTrue();
            assertThat(answer.retry()).isEqualTo(call == 1 || call == 2);
        }
    }

    @Test
    default void aMarkerOfARetryIsGivenBack() {
        Charge once = Charge.ofKey("once", MARKED.get(0)).withEffect(Effect.ENFORCED_ONCE);
        charge(once, marker("marker"));
        for (int retry = 0; retry < 5; retry++) {
            Answer answer = charge(once, marker("marker"));
            assertThat(answer.retry()).isTrue();
            giveBack(answer.receipt());
        }
        assertThat(remaining("once", once.limit())).isEqualTo(9);
    }

    @Test
    default void marksRetriesLikeTheOracle() {
        SplittableRandom random = new SplittableRandom(Long.getLong("weir.seed", 1));
        OracleStore oracle = new OracleStore();
        int retries = 0;
        for (int step = 0; step < 2_000; step++) {
            time().advanceMicros(random.nextInt(4) == 0 ? random.nextLong(4_000_000) : 0);
            List<Charge> charges = markedCharges(random);
            boolean retry = oracle.isRetry(charges, time().nowMicros());
            ExpectedAnswer expected = oracle.charge(charges, time().nowMicros());
            Answer answer = Futures.get(store().charge(charges));
            String call = "step " + step + ": " + charges;
            assertThat(answer.allowed()).as(call).isEqualTo(expected.allowed());
            assertThat(answer.retry() && answer.allowed()).as(call).isEqualTo(retry && expected.allowed());
            retries += retry && expected.allowed() ? 1 : 0;
            if (random.nextInt(8) == 0) {
                giveBack(answer.receipt());
                oracle.giveBack(expected.receipt(), time().nowMicros());
            }
            List<Charge> all = charges.subList(0, charges.size() - 1);
            assertThat(Futures.get(store().peek(all)).stream().map(Expected::of))
                    .as(call)
                    .isEqualTo(oracle.peek(all, time().nowMicros()));
        }
        assertThat(retries).isGreaterThan(100);
    }

    private static List<Charge> markedCharges(SplittableRandom random) {
        List<Effect> effects =
                List.of(Effect.ENFORCED, Effect.SHADOW, Effect.ENFORCED_ONCE, Effect.SHADOW_ONCE, Effect.FREE);
        List<Charge> charges = new ArrayList<>();
        charges.add(Charge.ofKey("first", MARKED.get(0)).withEffect(Effect.ENFORCED_ONCE));
        for (Limit limit : MARKED) {
            if (random.nextBoolean()) {
                charges.add(Charge.ofKey("key" + random.nextInt(2), limit, 1 + random.nextInt(2))
                        .withEffect(effects.get(random.nextInt(effects.size()))));
            }
        }
        charges.add(marker(random.nextBoolean() ? "m" : "n"));
        return charges;
    }
}
