package io.weir.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.store.Charge;
import io.weir.store.Effect;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Compares the oracle's answers to whole calls with examples that were computed by hand. */
final class OracleStoreTest {

    private static final long SECOND = 1_000_000;

    /** The start of 2026. */
    private static final long T = 1_767_225_600 * SECOND;

    private final Limit fivePerSecond = Limit.tokenBucket(Rate.perSecond(5));
    private final Charge three = Charge.ofKey("a", fivePerSecond, 3);
    private final OracleStore store = new OracleStore();

    @Test
    void takeNothingEnforcedWhenOneOfThemDoesNotFit() {
        Charge all = Charge.ofKey("b", fivePerSecond, 5);
        store.charge(List.of(three), T);

        ExpectedAnswer answer = store.charge(List.of(all, three), T);

        assertThat(answer.allowed()).isFalse();
        assertThat(answer.receipt().size()).isZero();
        assertThat(answer.decisions())
                .containsExactly(new Expected(true, 5, 0, 0, 0, 0), new Expected(false, 2, 0, 600_000, 200_000, 0));
        assertThat(store.peek(List.of(all), T)).containsExactly(new Expected(true, 5, 0, 0, 0, 0));
    }

    @Test
    void takeAllAvailablePermitsForACountedChargeThatDoesNotFit() {
        Charge counted = three.withEffect(Effect.COUNTED);
        store.charge(List.of(counted), T);

        ExpectedAnswer answer = store.charge(List.of(Charge.ofKey("b", fivePerSecond), counted), T);

        assertThat(answer.allowed()).isFalse();
        assertThat(answer.receipt().size()).isZero();
        assertThat(answer.decisions())
                .containsExactly(new Expected(true, 5, 0, 0, 0, 0), new Expected(false, 0, 0, SECOND, 200_000, 0));
    }

    @Test
    void decideShadowsLastAndTakeThemOnlyWhenAllowed() {
        Charge shadow = three.withEffect(Effect.SHADOW);

        ExpectedAnswer allowed = store.charge(List.of(shadow, three), T);
        assertThat(allowed.allowed()).isTrue();
        assertThat(allowed.receipt().size()).isEqualTo(1);
        assertThat(allowed.decisions())
                .containsExactly(
                        new Expected(false, 2, 0, 600_000, 200_000, 0), new Expected(true, 2, 0, 600_000, 0, 0));

        ExpectedAnswer denied =
                store.charge(List.of(Charge.ofKey("b", fivePerSecond).withEffect(Effect.SHADOW), three), T);
        assertThat(denied.decisions().get(0)).isEqualTo(new Expected(true, 5, 0, 0, 0, 0));
    }

    @Test
    void areGivenBackOnce() {
        OracleReceipt receipt = store.charge(List.of(three), T).receipt();
        store.charge(List.of(Charge.ofKey("a", fivePerSecond, 2)), T);

        store.giveBack(receipt, T);
        store.giveBack(receipt, T);

        assertThat(store.peek(List.of(three), T)).containsExactly(new Expected(true, 3, 0, 400_000, 0, 0));
    }

    @Test
    void areUndeterminedWhenTheClockIsBehindAnInstantOfAFreeCounter() {
        store.charge(List.of(three), T);
        store.peek(List.of(three), T + 599_999);
        assertThat(store.undetermined(List.of(three), T)).isEmpty();

        store.peek(List.of(three), T + 600_000);
        assertThat(store.undetermined(List.of(three), T)).containsExactly(three);
        assertThat(store.undetermined(List.of(three), T + 600_000)).isEmpty();
    }

    @Test
    void findAForgottenCounterFresh() {
        store.charge(List.of(three), T);
        store.forget(three);

        assertThat(store.peek(List.of(three), T)).containsExactly(new Expected(true, 5, 0, 0, 0, 0));
    }
}
