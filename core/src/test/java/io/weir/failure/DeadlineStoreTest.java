package io.weir.failure;

import static io.weir.failure.Calls.assertFailed;
import static io.weir.failure.Calls.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.failure.UnreliableStore.State;
import io.weir.limit.Limit;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Store;
import io.weir.store.spi.ForwardingStore;
import io.weir.time.ManualTime;
import io.weir.time.Scheduler;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

final class DeadlineStoreTest {

    private static final List<Charge> CALL = List.of(Charge.of("key", Limit.parse("10/min")));
    private static final Duration DEADLINE = Duration.ofMillis(50);
    private static final int MANY = 10_000;

    private final ManualTime time = ManualTime.create();
    private final UnreliableStore unreliable = new UnreliableStore(time);
    private final Store store = new DeadlineStore(unreliable, DEADLINE, MANY, time);

    @Test
    void failsCallsThatAreNotAnsweredInTime() {
        unreliable.switchTo(State.HANGING);
        CompletionStage<Answer> first = store.charge(CALL);
        time.advance(Duration.ofMillis(20));
        CompletionStage<Void> second = store.probe();

        time.advanceMicros(29_999);
        assertThat(first.toCompletableFuture()).isNotDone();
        time.advanceMicros(1);
        assertFailed(first)
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessage("the store has not answered within 50 ms");
        assertThat(second.toCompletableFuture()).isNotDone();
        time.advance(Duration.ofMillis(20));
        assertFailed(second).isInstanceOf(StoreUnavailableException.class);
    }

    @Test
    void passesOnAnswersInTime() {
        unreliable.switchTo(State.HANGING);
        CompletionStage<Answer> slow = store.charge(CALL);
        time.advanceMicros(49_999);
        unreliable.answerAll();
        assertThat(result(slow).allowed()).isTrue();
        unreliable.switchTo(State.FAILING);
        assertFailed(store.charge(CALL)).hasMessage("connection lost");
    }

    @Test
    void failsACallBeyondTheBoundAtOnce() {
        DeadlineStore two = new DeadlineStore(unreliable, DEADLINE, 2, time);
        unreliable.switchTo(State.HANGING);
        CompletionStage<Answer> first = two.charge(CALL);
        CompletionStage<Void> second = two.forget(CALL.get(0));
        assertFailed(two.charge(CALL))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessage("2 calls wait for the store already");
        assertThat(unreliable.calls()).isEqualTo(2);
        assertThat(two.waiting()).isEqualTo(2);

        unreliable.answerAll();
        assertThat(result(first).allowed()).isTrue();
        assertThat(second.toCompletableFuture()).isDone();
        assertThat(two.waiting()).isZero();
    }

    @Test
    void aCallThatMissedItsDeadlineOccupiesItsPlaceUntilTheStoreAnswers() {
        DeadlineStore one = new DeadlineStore(unreliable, DEADLINE, 1, time);
        unreliable.switchTo(State.HANGING);
        CompletionStage<Answer> late = one.charge(CALL);
        time.advance(DEADLINE);
        assertFailed(late).isInstanceOf(StoreUnavailableException.class);
        assertThat(one.waiting()).isEqualTo(1);
        unreliable.answerAll();
        assertThat(one.waiting()).isZero();
    }

    @Test
    void failedCallsMakeRoomToo() {
        unreliable.switchTo(State.FAILING);
        DeadlineStore one = new DeadlineStore(unreliable, DEADLINE, 1, time);
        for (int i = 0; i < 5; i++) {
            assertFailed(one.charge(CALL)).hasMessage("connection lost");
        }
        DeadlineStore throwing = new DeadlineStore(
                new ForwardingStore(unreliable) {
                    @Override
                    public CompletionStage<Answer> charge(List<Charge> charges) {
                        throw new IllegalArgumentException("too many charges");
                    }
                },
                DEADLINE,
                1,
                time);
        assertThatThrownBy(() -> throwing.charge(CALL)).hasMessage("too many charges");
        assertThat(throwing.waiting()).isZero();
    }

    @Test
    void rejectsABoundOfZero() {
        assertThatThrownBy(() -> new DeadlineStore(unreliable, DEADLINE, 0, time))
                .hasMessage("mostWaiting must be at least 1, but was 0");
    }

    @Test
    void failsLateCallsAfterAnIdleTime() {
        unreliable.switchTo(State.HANGING);
        for (int i = 0; i < 3; i++) {
            CompletionStage<Answer> late = store.charge(CALL);
            time.advance(DEADLINE);
            assertFailed(late).isInstanceOf(StoreUnavailableException.class);
            time.advance(Duration.ofMinutes(1));
        }
    }

    @Test
    void doesNotBlameTheStoreForItsOwnDelay() {
        Store heldUp = new DeadlineStore(unreliable, DEADLINE, MANY, new LateScheduler(time, 30_000));
        unreliable.switchTo(State.HANGING);
        CompletionStage<Answer> answeredMeanwhile = heldUp.charge(CALL);
        time.advance(Duration.ofMillis(85));
        unreliable.answerAll();
        assertThat(result(answeredMeanwhile).allowed()).isTrue();

        CompletionStage<Answer> late = heldUp.charge(CALL);
        time.advance(Duration.ofMillis(300));
        assertFailed(late).isInstanceOf(StoreUnavailableException.class);
    }

    @Test
    void waitsForAStoreThatAnswersOthers() {
        unreliable.switchTo(State.HANGING);
        unreliable.answerProbesWith(CompletableFuture.completedStage(true));
        CompletionStage<Answer> queued = store.charge(CALL);
        time.advance(Duration.ofSeconds(10));
        assertThat(queued.toCompletableFuture()).isNotDone();

        unreliable.answerProbesWith(CompletableFuture.completedStage(false));
        time.advanceMicros(39_999);
        assertThat(queued.toCompletableFuture()).isNotDone();
        time.advanceMicros(1);
        assertFailed(queued).isInstanceOf(StoreUnavailableException.class);
    }

    @Test
    void releasesEachCallInTimeOnceTheStoreIsSilent() {
        unreliable.switchTo(State.HANGING);
        Deque<CompletionStage<Answer>> calls = new ArrayDeque<>();
        for (int millis = 0; millis < 500; millis += 7) {
            calls.add(store.charge(CALL));
            time.advance(Duration.ofMillis(7));
            int inTime = 50 / 7 + 1;
            assertThat(calls.stream().filter(call -> !call.toCompletableFuture().isDone()))
                    .hasSizeLessThanOrEqualTo(inTime);
        }
    }

    @Test
    void readsArrivedAnswersBeforeItFailsCalls() {
        unreliable.switchTo(State.HANGING);
        CompletableFuture<Boolean> reading = new CompletableFuture<>();
        unreliable.answerProbesWith(reading);
        CompletionStage<Answer> unread = store.charge(CALL);
        time.advance(Duration.ofMillis(199));
        assertThat(unread.toCompletableFuture()).isNotDone();
        unreliable.answerAll();
        reading.complete(true);
        assertThat(result(unread).allowed()).isTrue();
    }

    @Test
    void doesNotWaitForEverForAThreadThatReadsNothing() {
        unreliable.switchTo(State.HANGING);
        unreliable.answerProbesWith(new CompletableFuture<>());
        CompletionStage<Answer> unread = store.charge(CALL);
        time.advance(Duration.ofSeconds(1));
        assertFailed(unread).isInstanceOf(StoreUnavailableException.class);
    }

    @Test
    void rejectsADeadlineOfZero() {
        assertThatThrownBy(() -> new DeadlineStore(unreliable, Duration.ZERO, MANY, time))
                .hasMessage("deadline must be positive, but was PT0S");
    }

    /** A scheduler that runs everything late, as after a pause of the whole process. */
    private record LateScheduler(ManualTime time, long lateMicros) implements Scheduler {

        @Override
        public long elapsedMicros() {
            return time.elapsedMicros();
        }

        @Override
        public Runnable schedule(long delayMicros, Runnable task) {
            return time.schedule(delayMicros + lateMicros, task);
        }

        @Override
        public void execute(Runnable task) {
            time.execute(task);
        }
    }
}
