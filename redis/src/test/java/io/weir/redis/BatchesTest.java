package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Limit;
import io.weir.store.Answer;
import io.weir.store.Charge;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** When calls go to Redis. */
final class BatchesTest {

    private static final Limit LIMIT = Limit.parse("10/min");

    private final List<CompletableFuture<Reply>> onTheirWay = new ArrayList<>();
    private final List<Integer> sizes = new ArrayList<>();
    private long nanos;

    private final Batches batches = new Batches(
            work -> {
                CompletableFuture<Reply> reply = new CompletableFuture<>();
                onTheirWay.add(reply);
                sizes.add(work.calls());
                return reply;
            },
            Batch::fail,
            () -> nanos);

    private void call(String key) {
        batches.add(new Waiting(List.of(Charge.of(key, LIMIT))));
    }

    @Test
    void aLoneCallAndTheSecondGoAtOnceAndOthersGather() {
        call("a");
        call("b");
        call("c");
        call("d");
        assertThat(onTheirWay).hasSize(2);
        onTheirWay.get(0).completeExceptionally(new IllegalStateException("gone"));
        assertThat(onTheirWay).as("c and d go together").hasSize(3);
    }

    @Test
    void fullBatchesGoUntilSixteenAreOnTheirWay() {
        for (int i = 0; i < 2_000; i++) {
            call("key" + i);
        }
        assertThat(onTheirWay).hasSize(16);
    }

    @Test
    void batchesOfThoseWhoAskAgainBecomeAlikeInSize() {
        for (int i = 0; i < 32; i++) {
            askForEver("key" + i);
        }
        assertThat(sizes).as("two that were first, and others wait").containsExactly(1, 1);
        for (int i = 0; i < 6; i++) {
            onTheirWay.get(i).completeExceptionally(new IllegalStateException("gone"));
        }
        assertThat(sizes.subList(6, 8)).containsExactly(16, 16);
    }

    private void askForEver(String key) {
        Waiting call = new Waiting(List.of(Charge.of(key, LIMIT)));
        whenAnswered(call, () -> askForEver(key));
        batches.add(call);
    }

    @Test
    void moreGoWhereTheWayIsLong() {
        arriveAfter(Duration.ofMillis(1));
        assertThat(sentOfTwenty()).isEqualTo(6);
    }

    @Test
    void callsThatAnAnswerCausesAreSharedOutWhereTheWayIsLong() {
        arriveAfter(Duration.ofMillis(1));
        Waiting call = new Waiting(List.of(Charge.of("first", LIMIT)));
        whenAnswered(call, this::sentOfTwenty);
        batches.add(call);
        onTheirWay.get(1).completeExceptionally(new IllegalStateException("gone"));
        assertThat(sizes).containsExactly(1, 1, 8, 8, 4);
    }

    @Test
    void howLongTheWayIsTellsTheShortestRoundTrip() {
        arriveAfter(Duration.ofNanos(100_000));
        arriveAfter(Duration.ofMillis(1));
        assertThat(sentOfTwenty()).isEqualTo(2);
    }

    @Test
    void noMoreThanSixteenGoHoweverLongTheWayIs() {
        arriveAfter(Duration.ofDays(1));
        assertThat(sentOfTwenty()).isEqualTo(16);
    }

    @Test
    void aFailureDoesNotTellHowLongTheWayIs() {
        call("first");
        nanos += Duration.ofMillis(1).toNanos();
        onTheirWay.get(0).completeExceptionally(new IllegalStateException("gone"));
        assertThat(sentOfTwenty()).isEqualTo(2);
    }

    private void arriveAfter(Duration duration) {
        call("first");
        nanos += duration.toNanos();
        onTheirWay.get(onTheirWay.size() - 1).complete(new Reply(Arrays.asList(null, 0L)));
    }

    private int sentOfTwenty() {
        int before = onTheirWay.size();
        for (int i = 0; i < 20; i++) {
            call("key" + i);
        }
        return onTheirWay.size() - before;
    }

    @Test
    void callsThatAnswersCauseGoWithThoseThatWait() {
        Waiting first = new Waiting(List.of(Charge.of("a", LIMIT)));
        whenAnswered(first, () -> call("d"));
        whenAnswered(first, () -> call("e"));
        batches.add(first);
        call("b");
        call("c");
        onTheirWay.get(0).completeExceptionally(new IllegalStateException("gone"));
        assertThat(onTheirWay).as("a, b, then c with d and e").hasSize(3);
        onTheirWay.get(1).completeExceptionally(new IllegalStateException("gone"));
        assertThat(onTheirWay).as("nobody waits any more").hasSize(3);
    }

    @Test
    void whoAsksAgainAndAgainOfARedisThatIsGoneDoesNotExhaustTheStack() {
        AtomicInteger refusals = new AtomicInteger();
        Batches gone = new Batches(work -> CompletableFuture.failedFuture(new IllegalStateException("gone")));
        askAgain(gone, refusals);
        assertThat(refusals).hasValue(100_000);
    }

    private static void askAgain(Batches gone, AtomicInteger refusals) {
        Waiting call = new Waiting(List.of(Charge.of("key", LIMIT)));
        whenAnswered(call, () -> {
            if (refusals.incrementAndGet() < 100_000) {
                askAgain(gone, refusals);
            }
        });
        gone.add(call);
    }

    private static void whenAnswered(Waiting call, Runnable then) {
        CompletionStage<Answer> answer = call.answer();
        answer.whenComplete((any, failure) -> then.run());
    }
}
