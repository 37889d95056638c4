package io.weir.failure;

import static io.weir.failure.Calls.assertFailed;
import static io.weir.failure.Calls.charge;
import static io.weir.failure.Calls.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.failure.UnreliableStore.State;
import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.memory.MemoryStore;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Effect;
import io.weir.store.Scope;
import io.weir.time.ManualTime;
import java.util.List;
import org.junit.jupiter.api.Test;

final class NodeScopedStoreTest {

    private static final Limit TEN = Limit.parse("10/min");
    private static final Charge NODE = Charge.of("ip", TEN).withScope(Scope.NODE);
    private static final Charge ALL_OF_NODE = Charge.of("ip", TEN, 10).withScope(Scope.NODE);
    private static final Charge SHARED = Charge.of("user", TEN);
    private static final Charge ALL_OF_SHARED = Charge.of("user", TEN, 10);

    private final ManualTime time = ManualTime.create();
    private final UnreliableStore shared = new UnreliableStore(time);
    private final NodeScopedStore store = new NodeScopedStore(shared, new MemoryStore(time));

    private List<Long> remaining() {
        return result(store.peek(List.of(SHARED, NODE))).stream()
                .map(Decision::remaining)
                .toList();
    }

    @Test
    void countsNodeScopedChargesLocally() {
        Answer answer = charge(store, SHARED, NODE);
        assertThat(answer.allowed()).isTrue();
        assertThat(remaining()).containsExactly(9L, 9L);
        charge(store, NODE);
        assertThat(remaining()).containsExactly(9L, 8L);
        assertThat(shared.calls()).isEqualTo(3);
    }

    @Test
    void doesNotCallTheSharedStoreWhenTheNodeDenies() {
        charge(store, ALL_OF_NODE);
        Answer answer = charge(store, SHARED, NODE);
        assertThat(answer.allowed()).isFalse();
        assertThat(answer.decisions()).extracting(Decision::allowed).containsExactly(true, false);
        assertThat(shared.calls()).isZero();
    }

    @Test
    void takesNothingLocallyWhenTheSharedStoreDenies() {
        charge(store, ALL_OF_SHARED);
        Charge shadow = Charge.of("shadow", TEN).withScope(Scope.NODE).withEffect(Effect.SHADOW);
        Charge counted = Charge.of("counted", TEN).withScope(Scope.NODE).withEffect(Effect.COUNTED);
        Answer answer = charge(store, NODE, shadow, SHARED, counted);
        assertThat(answer.allowed()).isFalse();
        assertThat(answer.decisions()).extracting(Decision::remaining).containsExactly(10L, 10L, 0L, 9L);
        assertThat(remaining()).containsExactly(0L, 10L);
        assertThat(result(store.peek(List.of(shadow, counted))))
                .extracting(Decision::remaining)
                .containsExactly(10L, 9L);
        result(store.giveBack(answer.receipt()));
        assertThat(result(store.peek(List.of(counted))).get(0).remaining()).isEqualTo(10);
    }

    @Test
    void countsSharedChargesThatCountDeniedCallsToo() {
        charge(store, ALL_OF_NODE);
        Charge counted = Charge.of("counted", TEN).withEffect(Effect.COUNTED);
        Answer answer = charge(store, SHARED, NODE, counted);
        assertThat(answer.allowed()).isFalse();
        assertThat(answer.decisions().get(2).remaining()).isEqualTo(9);
        assertThat(remaining()).containsExactly(10L, 0L);
    }

    @Test
    void takesNothingLocallyWhenTheSharedStoreFails() {
        shared.switchTo(State.FAILING);
        assertFailed(store.charge(List.of(NODE, SHARED))).hasMessage("connection lost");
        shared.switchTo(State.WORKING);
        assertThat(remaining()).containsExactly(10L, 10L);
    }

    @Test
    void givesBackAndResetsInTheStoreThatTook() {
        Answer answer = charge(store, ALL_OF_SHARED, ALL_OF_NODE);
        result(store.giveBack(answer.receipt()));
        assertThat(remaining()).containsExactly(10L, 10L);
        charge(store, ALL_OF_SHARED, ALL_OF_NODE);
        result(store.forget(NODE));
        assertThat(remaining()).containsExactly(0L, 10L);
        result(store.forget(SHARED));
        assertThat(remaining()).containsExactly(10L, 10L);
    }
}
