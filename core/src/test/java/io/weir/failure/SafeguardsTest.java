package io.weir.failure;

import static io.weir.failure.Calls.charge;
import static io.weir.failure.Calls.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.failure.UnreliableStore.State;
import io.weir.limit.Limit;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.spi.ForwardingStore;
import io.weir.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** All safeguards together. */
final class SafeguardsTest {

    private static final Charge CHARGE = Charge.of("key", Limit.parse("100/min"));

    private final ManualTime time = ManualTime.create();
    private final UnreliableStore unreliable = new UnreliableStore(time);
    private final SafeStore store = Safeguards.defaults().around(unreliable, time, time);

    @Test
    void aStoreThatHangsDelaysCallsByTheDeadlineAndThenNotAtAll() {
        unreliable.switchTo(State.HANGING);
        for (int i = 0; i < 20; i++) {
            CompletionStage<Answer> answer = store.charge(List.of(CHARGE));
            time.advanceMicros(49_999);
            assertThat(answer.toCompletableFuture()).isNotDone();
            time.advanceMicros(1);
            assertThat(result(answer).degraded()).isTrue();
            if (store.isDegraded()) {
                break;
            }
        }
        assertThat(store.isDegraded()).isTrue();
        assertThat(charge(store, CHARGE)).matches(Answer::allowed).matches(Answer::degraded);
    }

    @Test
    void aRecoveredStoreIsUsedAgain() {
        unreliable.switchTo(State.FAILING);
        for (int i = 0; i < 20; i++) {
            assertThat(charge(store, CHARGE).degraded()).isTrue();
        }
        assertThat(store.isDegraded()).isTrue();
        unreliable.switchTo(State.WORKING);
        time.advance(Duration.ofMillis(250));
        Answer answer = charge(store, CHARGE);
        assertThat(answer.degraded()).isFalse();
        assertThat(answer.decisions().get(0).remaining()).isEqualTo(99);
    }

    @Test
    void theNumberOfPendingCallsIsBounded() {
        SafeStore narrow = Safeguards.defaults().withMostWaiting(3).around(unreliable, time, time);
        unreliable.switchTo(State.HANGING);
        List<CompletionStage<Answer>> answers = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            answers.add(narrow.charge(List.of(CHARGE)));
        }
        assertThat(narrow.waiting()).isEqualTo(3);
        assertThat(unreliable.calls()).isEqualTo(3);
        time.advance(Duration.ofMillis(50));
        answers.forEach(answer -> assertThat(result(answer).degraded()).isTrue());
        unreliable.answerAll();
        assertThat(narrow.waiting()).isZero();
    }

    @Test
    void denialsAreCachedUnlessTheyMayBeOutdated() {
        Charge all = Charge.of("key", CHARGE.limit(), 100);
        charge(store, all);
        charge(store, CHARGE);
        charge(store, CHARGE);
        assertThat(store.repeatedDenials()).isEqualTo(1);

        SafeStore unsure = Safeguards.defaults()
                .around(
                        new ForwardingStore(unreliable) {
                            @Override
                            public boolean mayDenyWrongly() {
                                return true;
                            }
                        },
                        time,
                        time);
        charge(unsure, CHARGE);
        charge(unsure, CHARGE);
        assertThat(unsure.repeatedDenials()).isZero();
    }

    @Test
    void closingItClosesTheSharedStore() {
        store.close();
        assertThat(unreliable.isClosed()).isTrue();
    }
}
