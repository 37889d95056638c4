package io.weir.failure;

import static io.weir.failure.Calls.assertFailed;
import static io.weir.failure.Calls.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.failure.ShakyStore.Mood;
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
    private final ShakyStore shaky = new ShakyStore(time);
    private final Store store = new DeadlineStore(shaky, DEADLINE, MANY, time);

    @Test
    void failsWhatIsNotAnsweredInTime() {
        shaky.become(Mood.HANGING);
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
    void passesOnWhatIsAnsweredInTime() {
        shaky.become(Mood.HANGING);
        CompletionStage<Answer> slow = store.charge(CALL);
        time.advanceMicros(49_999);
        shaky.answerAll();
        assertThat(result(slow).allowed()).isTrue();
        shaky.become(Mood.FAILING);
        assertFailed(store.charge(CALL)).hasMessage("connection lost");
    }

    @Test
    void failsAtOnceWhatWouldBeOneTooMany() {
        DeadlineStore two = new DeadlineStore(shaky, DEADLINE, 2, time);
        shaky.become(Mood.HANGING);
        CompletionStage<Answer> first = two.charge(CALL);
        CompletionStage<Void> second = two.forget(CALL.get(0));
        assertFailed(two.charge(CALL))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessage("2 calls wait for the store already");
        assertThat(shaky.asked()).isEqualTo(2);
        assertThat(two.waiting()).isEqualTo(2);

        shaky.answerAll();
        assertThat(result(first).allowed()).isTrue();
        assertThat(second.toCompletableFuture()).isDone();
        assertThat(two.waiting()).isZero();
    }

    @Test
    void aCallThatFailedAtItsDeadlineWaitsUntilTheStoreIsDoneWithIt() {
        DeadlineStore one = new DeadlineStore(shaky, DEADLINE, 1, time);
        shaky.become(Mood.HANGING);
        CompletionStage<Answer> late = one.charge(CALL);
        time.advance(DEADLINE);
        assertFailed(late).isInstanceOf(StoreUnavailableException.class);
        assertThat(one.waiting()).isEqualTo(1);
        shaky.answerAll();
        assertThat(one.waiting()).isZero();
    }

    @Test
    void whatFailsMakesRoomAsWell() {
        shaky.become(Mood.FAILING);
        DeadlineStore one = new DeadlineStore(shaky, DEADLINE, 1, time);
        for (int i = 0; i < 5; i++) {
            assertFailed(one.charge(CALL)).hasMessage("connection lost");
        }
        DeadlineStore throwing = new DeadlineStore(
                new ForwardingStore(shaky) {
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
    void refusesABoundThatLetsNobodyIn() {
        assertThatThrownBy(() -> new DeadlineStore(shaky, DEADLINE, 0, time))
                .hasMessage("mostWaiting must be at least 1, but was 0");
    }

    @Test
    void watchesOnAfterAQuietTime() {
        shaky.become(Mood.HANGING);
        for (int i = 0; i < 3; i++) {
            CompletionStage<Answer> late = store.charge(CALL);
            time.advance(DEADLINE);
            assertFailed(late).isInstanceOf(StoreUnavailableException.class);
            time.advance(Duration.ofMinutes(1));
        }
    }

    @Test
    void takesItsOwnLatenessForNoFaultOfTheStore() {
        Store heldUp = new DeadlineStore(shaky, DEADLINE, MANY, new LateScheduler(time, 30_000));
        shaky.become(Mood.HANGING);
        CompletionStage<Answer> answeredMeanwhile = heldUp.charge(CALL);
        time.advance(Duration.ofMillis(85));
        shaky.answerAll();
        assertThat(result(answeredMeanwhile).allowed()).isTrue();

        CompletionStage<Answer> late = heldUp.charge(CALL);
        time.advance(Duration.ofMillis(300));
        assertFailed(late).isInstanceOf(StoreUnavailableException.class);
    }

    @Test
    void waitsForAStoreThatAnswersOthers() {
        shaky.become(Mood.HANGING);
        shaky.saysOfAnswering(CompletableFuture.completedStage(true));
        CompletionStage<Answer> queued = store.charge(CALL);
        time.advance(Duration.ofSeconds(10));
        assertThat(queued.toCompletableFuture()).isNotDone();

        shaky.saysOfAnswering(CompletableFuture.completedStage(false));
        time.advanceMicros(39_999);
        assertThat(queued.toCompletableFuture()).isNotDone();
        time.advanceMicros(1);
        assertFailed(queued).isInstanceOf(StoreUnavailableException.class);
    }

    @Test
    void releasesEachCallInTimeOnceTheStoreIsSilent() {
        shaky.become(Mood.HANGING);
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
    void doesNotJudgeBeforeWhatHasArrivedWasRead() {
        shaky.become(Mood.HANGING);
        CompletableFuture<Boolean> reading = new CompletableFuture<>();
        shaky.saysOfAnswering(reading);
        CompletionStage<Answer> unread = store.charge(CALL);
        time.advance(Duration.ofMillis(199));
        assertThat(unread.toCompletableFuture()).isNotDone();
        shaky.answerAll();
        reading.complete(true);
        assertThat(result(unread).allowed()).isTrue();
    }

    @Test
    void doesNotWaitForEverForAThreadThatDoesNotRead() {
        shaky.become(Mood.HANGING);
        shaky.saysOfAnswering(new CompletableFuture<>());
        CompletionStage<Answer> unread = store.charge(CALL);
        time.advance(Duration.ofSeconds(1));
        assertFailed(unread).isInstanceOf(StoreUnavailableException.class);
    }

    @Test
    void refusesADeadlineThatIsNone() {
        assertThatThrownBy(() -> new DeadlineStore(shaky, Duration.ZERO, MANY, time))
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
