package io.weir.failure;

import static io.weir.failure.Calls.charge;
import static io.weir.failure.Calls.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.failure.UnreliableStore.State;
import io.weir.limit.Algorithm;
import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Effect;
import io.weir.time.ManualTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class DenyCacheStoreTest {

    private static final Limit TEN = Limit.parse("10/min");
    private static final Charge ONE = Charge.of("key", TEN);
    private static final Charge ALL = Charge.of("key", TEN, 10);

    private final ManualTime time = ManualTime.create();
    private final UnreliableStore shared = new UnreliableStore(time);
    private final DenyCacheStore store = new DenyCacheStore(shared, 1_000, time);

    private void assertAsks(boolean reachesStore, Charge... call) {
        int before = shared.calls();
        charge(store, call);
        assertThat(shared.calls() - before).isEqualTo(reachesStore ? 1 : 0);
    }

    @ParameterizedTest
    @EnumSource
    void callsTheStoreOnceASecondAtMost(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(10));
        charge(store, Charge.of("key", limit, 10));
        int before = shared.calls();
        for (int i = 0; i < 3_000; i++) {
            assertThat(charge(store, Charge.of("key", limit)).allowed()).isFalse();
            time.advance(Duration.ofMillis(1));
        }
        assertThat(shared.calls() - before).isEqualTo(3);
        assertThat(store.repeated()).isEqualTo(2_997);
    }

    @Test
    void answersExactlyLikeTheSharedStore() {
        charge(store, ALL);
        charge(store, ONE);
        time.advance(Duration.ofMillis(400));
        Decision repeated = charge(store, ONE).decisions().get(0);
        assertThat(store.repeated()).isEqualTo(1);
        assertThat(repeated).isEqualTo(charge(shared, ONE).decisions().get(0));
    }

    @Test
    void retryAfterIsNeverTooShortWhateverTheRoundTrip() {
        charge(store, ALL);
        shared.switchTo(State.HANGING);
        CompletionStage<Answer> slow = store.charge(List.of(ONE));
        time.advance(Duration.ofMillis(300));
        shared.answerAll();
        shared.switchTo(State.WORKING);
        assertThat(result(slow).allowed()).isFalse();
        time.advance(Duration.ofMillis(100));
        assertThat(charge(store, ONE).decisions().get(0))
                .isEqualTo(charge(shared, ONE).decisions().get(0));
        time.advance(Duration.ofMillis(600));
        assertAsks(true, ONE);
    }

    @Test
    void callsTheStoreAgainBeforeAPermitIsAvailable() {
        Limit fast = Limit.parse("10/s");
        charge(store, Charge.of("fast", fast, 10));
        charge(store, Charge.of("fast", fast));
        time.advanceMicros(98_899);
        assertAsks(false, Charge.of("fast", fast));
        time.advanceMicros(1);
        assertAsks(true, Charge.of("fast", fast));
    }

    @Test
    void callsTheStoreForAnotherCostLimitOrAlgorithm() {
        charge(store, ALL);
        charge(store, ONE);
        assertAsks(false, ONE);
        assertAsks(true, Charge.of("key", TEN, 2));
        assertAsks(true, Charge.of("key", Limit.fixedWindow(Rate.perMinute(10))));
        assertAsks(true, Charge.of("key", Limit.parse("20/min")));
        assertAsks(true, ONE);
    }

    @Test
    void callsTheStoreAfterAReset() {
        charge(store, ALL);
        charge(store, ONE);
        result(store.forget(ONE));
        assertThat(charge(store, ONE).allowed()).isTrue();
    }

    @Test
    void callsTheStoreAfterAGiveBack() {
        Answer all = charge(store, ALL);
        charge(store, ONE);
        result(store.giveBack(all.receipt()));
        assertThat(charge(store, ONE).allowed()).isTrue();
    }

    @Test
    void doesNotCacheADenialFromBeforeAReset() {
        charge(store, ALL);
        Answer denial = charge(shared, ONE);
        assertThat(denial.allowed()).isFalse();
        shared.switchTo(State.HANGING);
        CompletionStage<Answer> slow = store.charge(List.of(ONE));
        shared.answerAll();
        assertThat(result(slow).allowed()).isFalse();
        assertAsksWhileHanging(false);

        time.advance(Duration.ofSeconds(1));
        CompletionStage<Answer> overtaken = store.charge(List.of(ONE));
        CompletionStage<Void> forgetting = store.forget(ONE);
        shared.answerAll();
        shared.switchTo(State.WORKING);
        assertThat(result(overtaken).allowed()).isFalse();
        assertThat(forgetting.toCompletableFuture()).isDone();
        assertThat(charge(store, ONE).allowed()).isTrue();
    }

    private void assertAsksWhileHanging(boolean reachesStore) {
        int before = shared.calls();
        assertThat(store.charge(List.of(ONE)).toCompletableFuture().isDone()).isEqualTo(!reachesStore);
        assertThat(shared.calls() - before).isEqualTo(reachesStore ? 1 : 0);
    }

    @Test
    void callsTheStoreForChargesThatCountDenials() {
        charge(store, ALL);
        charge(store, ONE);
        Charge counted = Charge.of("other", TEN).withEffect(Effect.COUNTED);
        assertAsks(true, ONE, counted);
        assertAsks(true, ONE.withEffect(Effect.COUNTED));
        assertAsks(true, ONE.withEffect(Effect.SHADOW));
    }

    @Test
    void cachesOnlyChargesThatDenyAlone() {
        charge(store, Charge.of("key", TEN, 9));
        assertThat(charge(store, ONE, ONE).allowed()).isFalse();
        assertThat(charge(store, ONE).allowed()).isTrue();
    }

    @Test
    void decidesOnlyTheDeniedChargeOfACall() {
        charge(store, ALL);
        Charge other = Charge.of("other", TEN);
        charge(store, other, ONE);
        assertAsks(false, other, ONE);
        Answer answer = charge(store, other, ONE);
        assertThat(answer.allowed()).isFalse();
        assertThat(answer.decisions()).extracting(Decision::allowed).containsExactly(true, false);
        assertThat(charge(store, Charge.of("other", TEN, 10)).allowed()).isTrue();
    }

    @Test
    void cachesNoMoreThanItsBound() {
        DenyCacheStore small = new DenyCacheStore(shared, 2, time);
        for (int i = 0; i < 4; i++) {
            charge(small, Charge.of("key" + i, TEN, 10));
            charge(small, Charge.of("key" + i, TEN));
        }
        int before = shared.calls();
        for (int i = 0; i < 4; i++) {
            charge(small, Charge.of("key" + i, TEN));
        }
        assertThat(shared.calls() - before).isEqualTo(2);

        time.advance(Duration.ofSeconds(1));
        charge(small, Charge.of("key3", TEN));
        int later = shared.calls();
        charge(small, Charge.of("key3", TEN));
        assertThat(shared.calls()).isEqualTo(later);
    }

    @Test
    void peeksAtTheSharedStore() {
        charge(store, ALL);
        charge(store, ONE);
        int before = shared.calls();
        result(store.peek(List.of(ONE)));
        assertThat(shared.calls() - before).isEqualTo(1);
    }
}
