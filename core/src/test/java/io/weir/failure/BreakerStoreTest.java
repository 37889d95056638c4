package io.weir.failure;

import static io.weir.failure.Calls.assertFailed;
import static io.weir.failure.Calls.charge;
import static io.weir.failure.Calls.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.failure.UnreliableStore.State;
import io.weir.limit.Limit;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.spi.StoreRefusedException;
import io.weir.time.ManualTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class BreakerStoreTest {

    private static final Charge CHARGE = Charge.of("key", Limit.parse("1000/min"));
    private static final List<Charge> CALL = List.of(CHARGE);

    private final ManualTime time = ManualTime.create();
    private final UnreliableStore unreliable = new UnreliableStore(time);
    private final BreakerStore store = new BreakerStore(unreliable, time);

    private void fail(int calls) {
        unreliable.switchTo(State.FAILING);
        for (int i = 0; i < calls; i++) {
            assertFailed(store.charge(CALL));
        }
    }

    private void succeed(int calls) {
        unreliable.switchTo(State.WORKING);
        for (int i = 0; i < calls; i++) {
            assertThat(charge(store, CHARGE).allowed()).isTrue();
        }
    }

    @Test
    void opensWhenHalfOfTwentyCallsHaveFailed() {
        succeed(10);
        fail(9);
        assertThat(store.isOpen()).isFalse();
        fail(1);
        assertThat(store.isOpen()).isTrue();
    }

    @Test
    void staysClosedWhileFewerThanHalfFail() {
        for (int i = 0; i < 50; i++) {
            succeed(2);
            fail(1);
            time.advance(Duration.ofMillis(20));
        }
        assertThat(store.isOpen()).isFalse();
    }

    @Test
    void countsOnlyTheLastSecond() {
        for (int i = 0; i < 3; i++) {
            fail(19);
            succeed(1);
            time.advance(Duration.ofMillis(1_100));
            assertThat(store.isOpen()).isFalse();
        }
    }

    @Test
    void opensAfterFiveConsecutiveFailuresOverAQuarterOfASecond() {
        fail(4);
        time.advance(Duration.ofMillis(249));
        fail(4);
        assertThat(store.isOpen()).isFalse();
        time.advance(Duration.ofMillis(1));
        fail(1);
        assertThat(store.isOpen()).isTrue();
    }

    @Test
    void aSuccessRestartsTheCountOfConsecutiveFailures() {
        fail(4);
        time.advance(Duration.ofSeconds(2));
        succeed(1);
        fail(4);
        time.advance(Duration.ofMillis(200));
        fail(1);
        assertThat(store.isOpen()).isFalse();
    }

    @Test
    void doesNotCallTheStoreWhileOpenAndSaysWhy() {
        fail(20);
        int calls = unreliable.calls();
        assertFailed(store.charge(CALL))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("connection lost");
        assertFailed(store.peek(CALL)).isInstanceOf(StoreUnavailableException.class);
        assertThat(unreliable.calls()).isEqualTo(calls);
    }

    @Test
    void closesByItselfWhenAProbeSucceeds() {
        fail(20);
        time.advance(Duration.ofSeconds(1));
        assertThat(store.isOpen()).isTrue();
        assertThat(unreliable.probed()).isEqualTo(4);
        unreliable.switchTo(State.WORKING);
        time.advance(Duration.ofMillis(250));
        assertThat(store.isOpen()).isFalse();
        succeed(1);
        time.advance(Duration.ofMinutes(1));
        assertThat(unreliable.probed()).isEqualTo(5);
    }

    @Test
    void waitsForAProbeThatHangs() {
        fail(20);
        unreliable.switchTo(State.HANGING);
        time.advance(Duration.ofSeconds(10));
        assertThat(unreliable.probed()).isEqualTo(1);
        unreliable.switchTo(State.WORKING);
        unreliable.answerAll();
        assertThat(store.isOpen()).isFalse();
    }

    @Test
    void opensAgainAfterItHasRecovered() {
        fail(20);
        unreliable.switchTo(State.WORKING);
        time.advance(Duration.ofMillis(250));
        fail(19);
        assertThat(store.isOpen()).isFalse();
        fail(1);
        assertThat(store.isOpen()).isTrue();
    }

    @Test
    void failuresOfCallsFromBeforeItOpenedChangeNothing() {
        unreliable.switchTo(State.HANGING);
        CompletionStage<Answer> hanging = store.charge(CALL);
        fail(20);
        unreliable.answerAll();
        assertThat(hanging.toCompletableFuture()).isDone();
        assertThat(store.isOpen()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = {"UNREADABLE", "FULL"})
    void staysClosedWhenTheStoreRejectsCalls(State state) {
        unreliable.switchTo(state);
        for (int i = 0; i < 1_000; i++) {
            assertFailed(store.charge(CALL)).isInstanceOf(StoreRefusedException.class);
            time.advance(Duration.ofMillis(1));
        }
        assertThat(store.isOpen()).isFalse();
    }

    @Test
    void closesWhenAProbeFindsThatTheStoreIsFull() {
        fail(20);
        unreliable.switchTo(State.FULL);
        time.advance(Duration.ofMillis(250));
        assertThat(store.isOpen()).isFalse();
        assertThat(result(store.peek(CALL)).get(0).remaining()).isEqualTo(1_000);
    }

    @Test
    void staysClosedWhateverTheNumberOfWaitingCalls() {
        BreakerStore busy = new BreakerStore(new DeadlineStore(unreliable, Duration.ofMinutes(1), 1, time), time);
        unreliable.switchTo(State.HANGING);
        CompletionStage<Answer> first = busy.charge(CALL);
        for (int i = 0; i < 1_000; i++) {
            assertFailed(busy.charge(CALL)).isInstanceOf(StoreUnavailableException.class);
            time.advance(Duration.ofMillis(1));
        }
        assertThat(busy.isOpen()).isFalse();
        unreliable.answerAll();
        assertThat(result(first).allowed()).isTrue();
    }

    @Test
    void closingEndsTheProbes() {
        fail(20);
        store.close();
        time.advance(Duration.ofMinutes(1));
        assertThat(unreliable.probed()).isZero();
        assertThat(unreliable.isClosed()).isTrue();
    }
}
