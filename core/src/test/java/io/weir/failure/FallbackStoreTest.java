package io.weir.failure;

import static io.weir.failure.Calls.assertFailed;
import static io.weir.failure.Calls.charge;
import static io.weir.failure.Calls.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.failure.UnreliableStore.State;
import io.weir.limit.Algorithm;
import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.memory.MemoryStore;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Effect;
import io.weir.store.OnFailure;
import io.weir.time.ManualTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class FallbackStoreTest {

    private static final Limit TEN = Limit.parse("10/min");

    private final ManualTime time = ManualTime.create();
    private final UnreliableStore unreliable = new UnreliableStore(time);
    private final FallbackStore store = withShare(1);

    private FallbackStore withShare(double share) {
        return new FallbackStore(unreliable, new MemoryStore(time), share, time, time);
    }

    private static Charge one(String key, OnFailure onFailure) {
        return Charge.of(key, TEN).withOnFailure(onFailure);
    }

    @Test
    void usesTheSharedStoreWhileItAnswers() {
        Answer answer = charge(store, one("a", OnFailure.CLOSED), one("b", OnFailure.LOCAL));
        assertThat(answer.allowed()).isTrue();
        assertThat(answer.degraded()).isFalse();
        assertThat(result(unreliable.peek(List.of(Charge.of("b", TEN)))).get(0).remaining())
                .isEqualTo(9);
    }

    @Test
    void countsAnUnknownKeyWithTheFullLimit() {
        charge(store, Charge.of("another", TEN, 10));
        unreliable.switchTo(State.FAILING);
        for (int left = 9; left >= 0; left--) {
            Answer answer = charge(store, one("key", OnFailure.LOCAL));
            assertThat(answer.allowed()).isTrue();
            assertThat(answer.degraded()).isTrue();
            assertThat(answer.decisions().get(0).remaining()).isEqualTo(left);
        }
        Answer denied = charge(store, one("key", OnFailure.LOCAL));
        assertThat(denied.allowed()).isFalse();
        assertThat(denied.degraded()).isTrue();
        assertThat(denied.decisions().get(0).retryAfter()).isEqualTo(Duration.ofSeconds(6));
    }

    @Test
    void grantsNoFreshPermitsWhenTheSharedStoreFailsAndReturns() {
        int allowed = 0;
        for (int i = 0; i < 100; i++) {
            unreliable.switchTo(State.FAILING);
            allowed += charge(store, one("key", OnFailure.LOCAL)).allowed() ? 1 : 0;
            unreliable.switchTo(State.WORKING);
            charge(store, one("other", OnFailure.LOCAL));
        }
        assertThat(allowed).isEqualTo(10);
    }

    @Test
    void doesNotCountOpenCharges() {
        unreliable.switchTo(State.FAILING);
        for (int i = 0; i < 20; i++) {
            Answer answer = charge(store, one("open", OnFailure.OPEN), one("local" + i, OnFailure.LOCAL));
            assertThat(answer.allowed()).isTrue();
            assertThat(answer.decisions().get(0)).matches(Decision::degraded).matches(Decision::allowed);
            assertThat(answer.decisions().get(1).remaining()).isEqualTo(9);
        }
    }

    @Test
    void deniesTheWholeCallIfAChargeIsClosedAndTakesNothing() {
        unreliable.switchTo(State.FAILING);
        Answer answer = charge(
                store, one("local", OnFailure.LOCAL), one("closed", OnFailure.CLOSED), one("open", OnFailure.OPEN));
        assertThat(answer.allowed()).isFalse();
        assertThat(answer.decisions()).allMatch(Decision::degraded);
        assertThat(answer.decisions()).extracting(Decision::allowed).containsExactly(true, false, true);
        assertThat(answer.decisions().get(1).retryAfter()).isEqualTo(Duration.ofSeconds(1));
        assertThat(answer.decisions().get(1).remaining()).isZero();
        assertThat(result(store.peek(List.of(one("local", OnFailure.LOCAL))))
                        .get(0)
                        .remaining())
                .isEqualTo(10);
    }

    @Test
    void aShadowChargeDeniesNothing() {
        unreliable.switchTo(State.FAILING);
        Charge shadow = one("closed", OnFailure.CLOSED).withEffect(Effect.SHADOW);
        assertThat(charge(store, one("local", OnFailure.LOCAL), shadow).allowed())
                .isTrue();
    }

    @Test
    void givesBackToTheStoreThatTook() {
        Charge three = Charge.of("key", TEN, 3);
        Answer shared = charge(store, three);
        unreliable.switchTo(State.FAILING);
        Answer local = charge(store, three);
        unreliable.switchTo(State.WORKING);

        result(store.giveBack(local.receipt()));
        assertThat(remaining()).isEqualTo(7);
        result(store.giveBack(shared.receipt()));
        result(store.giveBack(shared.receipt()));
        assertThat(remaining()).isEqualTo(10);
        unreliable.switchTo(State.FAILING);
        assertThat(remaining()).as("the earlier state of the shared store").isEqualTo(7);
    }

    private long remaining() {
        return result(store.peek(List.of(Charge.of("key", TEN)))).get(0).remaining();
    }

    @Test
    void aFailedGiveBackFailsNoCall() {
        Answer shared = charge(store, Charge.of("key", TEN, 3));
        unreliable.switchTo(State.FAILING);
        result(store.giveBack(shared.receipt()));
    }

    @Test
    void resetsBothStoresAndFailsIfOneCannot() {
        charge(store, Charge.of("key", TEN, 10));
        unreliable.switchTo(State.FAILING);
        charge(store, Charge.of("key", TEN, 10));
        assertFailed(store.forget(Charge.of("key", TEN))).hasMessage("connection lost");
        assertThat(remaining()).isEqualTo(10);
        unreliable.switchTo(State.WORKING);
        assertThat(remaining()).isZero();
        result(store.forget(Charge.of("key", TEN)));
        assertThat(remaining()).isEqualTo(10);
    }

    @ParameterizedTest
    @EnumSource
    void grantsOnlyItsShare(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(10));
        FallbackStore quarter = withShare(0.25);
        unreliable.switchTo(State.FAILING);
        int allowed = 0;
        for (int i = 0; i < 10; i++) {
            allowed += charge(quarter, Charge.of("key", limit)).allowed() ? 1 : 0;
        }
        assertThat(allowed).isEqualTo(2);
        assertThat(charge(quarter, Charge.of("large", limit, 7)).allowed()).isTrue();
        assertThat(charge(quarter, Charge.of("large", limit, 1)).allowed()).isFalse();
    }

    @Test
    void countsAnExcessAboveTheWholeLimitThoughItGrantsOnlyAShare() {
        FallbackStore half = withShare(0.5);
        unreliable.switchTo(State.FAILING);
        Limit limit = Limit.fixedWindow(Rate.perMinute(10));
        Charge counted = Charge.of("key", limit).withEffect(Effect.COUNTED);
        assertThat(charge(half, counted.withLimit(limit, 11)).allowed()).isFalse();
        assertThat(result(half.peek(List.of(counted))).get(0).overdrawn()).isEqualTo(6);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, 1.5, Double.NaN})
    void rejectsAnInvalidShare(double share) {
        assertThatThrownBy(() -> withShare(share)).hasMessageContaining("local share must be above 0 and at most 1");
    }
}
