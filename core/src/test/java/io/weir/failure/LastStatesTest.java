package io.weir.failure;

import static io.weir.failure.Calls.charge;
import static io.weir.failure.Calls.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.failure.UnreliableStore.State;
import io.weir.limit.Algorithm;
import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.memory.MemoryStore;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.time.ManualTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A process that decides by itself starts with the last known states of the shared store. */
final class LastStatesTest {

    private final ManualTime sharedTime = ManualTime.create();
    private final ManualTime time = ManualTime.create();
    private final UnreliableStore unreliable = new UnreliableStore(sharedTime);
    private final FallbackStore store = withShare(1);

    private FallbackStore withShare(double share) {
        return new FallbackStore(unreliable, new MemoryStore(time), share, time, time);
    }

    private void pass(Duration duration) {
        time.advance(duration);
        sharedTime.advance(duration);
    }

    private static Charge of(Algorithm algorithm, long cost) {
        return Charge.of("key", algorithm.limit(Rate.perMinute(100)), cost);
    }

    private int allowed(FallbackStore by, Charge charge) {
        int allowed = 0;
        while (allowed < 1_000 && charge(by, charge).allowed()) {
            allowed++;
        }
        return allowed;
    }

    @ParameterizedTest
    @EnumSource
    void grantsThePermitsLeftInTheSharedStore(Algorithm algorithm) {
        charge(store, of(algorithm, 60));
        unreliable.switchTo(State.FAILING);
        assertThat(allowed(store, of(algorithm, 1))).isEqualTo(40);
    }

    @ParameterizedTest
    @EnumSource
    void grantsNoMoreBecauseClocksDiffer(Algorithm algorithm) {
        for (long seconds : new long[] {-100_000, -31, -1, 1, 31, 100_000}) {
            time.advance(Duration.ofSeconds(seconds));
            Charge sixty = Charge.of("key" + seconds, algorithm.limit(Rate.perMinute(100)), 60);
            unreliable.switchTo(State.WORKING);
            charge(store, sixty);
            unreliable.switchTo(State.FAILING);
            assertThat(allowed(store, sixty.withLimit(sixty.limit(), 1))).isEqualTo(40);
        }
    }

    @ParameterizedTest
    @EnumSource
    void grantsOverTimeWhatTheSharedStoreWouldGrant(Algorithm algorithm) {
        time.advance(Duration.ofSeconds(-17));
        charge(store, of(algorithm, 100));
        unreliable.switchTo(State.FAILING);
        assertThat(charge(store, of(algorithm, 1)).allowed()).isFalse();
        Duration wait = charge(store, of(algorithm, 1)).decisions().get(0).retryAfter();
        unreliable.switchTo(State.WORKING);
        Decision truth = result(unreliable.peek(List.of(of(algorithm, 1)))).get(0);
        unreliable.switchTo(State.FAILING);
        assertThat(wait).isEqualTo(truth.retryAfter());
        pass(wait);
        assertThat(charge(store, of(algorithm, 1)).allowed()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void newerStatesMakeItStricterAndNeverLaxer(Algorithm algorithm) {
        charge(store, of(algorithm, 10));
        unreliable.switchTo(State.FAILING);
        charge(store, of(algorithm, 50));
        unreliable.switchTo(State.WORKING);
        charge(store, of(algorithm, 10));
        unreliable.switchTo(State.FAILING);
        assertThat(remaining(algorithm)).as("60 were granted locally").isEqualTo(40);
        unreliable.switchTo(State.WORKING);
        charge(store, of(algorithm, 50));
        unreliable.switchTo(State.FAILING);
        assertThat(remaining(algorithm))
                .as("70 were granted by the shared store")
                .isEqualTo(30);
    }

    private long remaining(Algorithm algorithm) {
        return result(store.peek(List.of(of(algorithm, 1)))).get(0).remaining();
    }

    @ParameterizedTest
    @EnumSource
    void grantsItsShareOfThePermitsLeftInTheSharedStore(Algorithm algorithm) {
        FallbackStore quarter = withShare(0.25);
        charge(quarter, of(algorithm, 60));
        unreliable.switchTo(State.FAILING);
        assertThat(allowed(quarter, of(algorithm, 1))).isEqualTo(10);
    }

    @ParameterizedTest
    @EnumSource
    void startsFreshAfterAReset(Algorithm algorithm) {
        charge(store, of(algorithm, 60));
        result(store.forget(of(algorithm, 1)));
        unreliable.switchTo(State.FAILING);
        assertThat(allowed(store, of(algorithm, 1))).isEqualTo(100);
    }

    @Test
    void aChangedLimitDecides() {
        charge(store, Charge.ofKey("key", Limit.parse("100/min"), 60));
        unreliable.switchTo(State.FAILING);
        assertThat(allowed(store, Charge.ofKey("key", Limit.parse("50/min")))).isLessThanOrEqualTo(20);
    }

    @ParameterizedTest
    @EnumSource
    void callsAFullStoreOnceForUnknownCounters(Algorithm algorithm) {
        charge(unreliable, of(algorithm, 60));
        unreliable.switchTo(State.FULL);
        assertThat(allowed(store, of(algorithm, 1))).isEqualTo(40);
        assertThat(unreliable.calls())
                .as("the first charge, 41 denied charges and one peek")
                .isEqualTo(43);
    }

    @Test
    void decidesCountersThatAFullStoreLacks() {
        unreliable.switchTo(State.FULL);
        Answer answer = charge(store, Charge.of("new", Limit.parse("10/min")));
        assertThat(answer.degraded()).isTrue();
        assertThat(answer.decisions().get(0).remaining()).isEqualTo(9);
    }

    @ParameterizedTest
    @CsvSource({"1, 1024", "5000, 4096", "1000000000, 262144"})
    void keepsNoMoreStatesThanItsBound(long asked, int places) {
        LastStates states = new LastStates(asked);
        Limit limit = Limit.parse("10/min");
        List<Decision> decisions =
                charge(new MemoryStore(time), Charge.of("key", limit)).decisions();
        int known = 0;
        int keys = 3 * places;
        for (int i = 0; i < keys; i++) {
            states.note(List.of(Charge.of("key" + i, limit)), decisions, time.nowMicros());
        }
        for (int i = 0; i < keys; i++) {
            known += states.take(Charge.of("key" + i, limit).counter()) == null ? 0 : 1;
        }
        assertThat(known).isBetween(places / 2, places);
    }
}
