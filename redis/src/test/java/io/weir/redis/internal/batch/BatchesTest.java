package io.weir.redis.internal.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Limit;
import io.weir.redis.internal.script.ScriptReply;
import io.weir.store.Answer;
import io.weir.store.Charge;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The times at which calls are sent to Redis. */
final class BatchesTest {

    private static final Limit LIMIT = Limit.parse("10/min");

    private final List<CompletableFuture<ScriptReply>> inFlight = new ArrayList<>();
    private final List<Integer> sizes = new ArrayList<>();
    private long nanos;
    private int chargesOfACall = 1;

    private final Batches batches = new Batches(
            script -> {
                CompletableFuture<ScriptReply> reply = new CompletableFuture<>();
                inFlight.add(reply);
                sizes.add(script.calls());
                return reply;
            },
            Batch::fail,
            () -> nanos);

    private void call(String key) {
        batches.add(new PendingCall(List.of(Charge.of(key, LIMIT))));
    }

    @Test
    void theFirstTwoCallsGoAtOnceAndOthersAreBatched() {
        call("a");
        call("b");
        call("c");
        call("d");
        assertThat(inFlight).hasSize(2);
        inFlight.get(0).completeExceptionally(new IllegalStateException("gone"));
        assertThat(inFlight).as("c and d go together").hasSize(3);
    }

    @Test
    void fullBatchesAreSentUntilSixteenAreInFlight() {
        for (int i = 0; i < 2_000; i++) {
            call("key" + i);
        }
        assertThat(inFlight).hasSize(16);
    }

    @Test
    void batchesOfCallersInALoopGetSimilarSizes() {
        assertThat(sizesAmong(32)).containsExactly(16, 16);
        assertThat(sizes.subList(0, 2)).as("two first calls; the others waited").containsExactly(1, 1);
    }

    @Test
    void sixteenCallersFormFourBatches() {
        assertThat(sizesAmong(16)).containsExactly(4, 4, 4, 4);
    }

    @Test
    void callsAreNotBatchedWhileRedisIsNotBusy() {
        assertThat(sizesAmong(8)).containsExactly(1, 1, 1, 1, 1, 1, 1, 1);
    }

    @Test
    void callsOfSeveralChargesKeepRedisAsBusyAsManyOfOne() {
        chargesOfACall = 4;
        assertThat(sizesAmong(8)).containsExactly(4, 4);
    }

    @Test
    void batchesHaveSimilarSizesOnLongRoundTripsToo() {
        arriveAfter(Duration.ofMillis(2));
        assertThat(sizesAmong(40)).hasSize(10).containsOnly(4);
    }

    /** Returns the batches in flight after callers that call again with every answer have done so for a while. */
    private List<Integer> sizesAmong(int callers) {
        for (int i = 0; i < callers; i++) {
            askForEver("key" + i);
        }
        int arrived = 100;
        for (int i = 0; i < arrived; i++) {
            inFlight.get(i).completeExceptionally(new IllegalStateException("gone"));
        }
        return sizes.subList(arrived, sizes.size());
    }

    private void askForEver(String key) {
        PendingCall call = new PendingCall(Collections.nCopies(chargesOfACall, Charge.of(key, LIMIT)));
        whenAnswered(call, () -> askForEver(key));
        batches.add(call);
    }

    @Test
    void moreBatchesAreInFlightOnLongRoundTrips() {
        arriveAfter(Duration.ofMillis(2));
        assertThat(sentOfTwenty()).isEqualTo(10);
    }

    @Test
    void theShortestRoundTripIsTheEstimate() {
        arriveAfter(Duration.ofNanos(100_000));
        arriveAfter(Duration.ofMillis(2));
        assertThat(sentOfTwenty()).isEqualTo(8);
    }

    @Test
    void atMostSixteenBatchesAreInFlight() {
        arriveAfter(Duration.ofDays(1));
        assertThat(sentOfTwenty()).isEqualTo(16);
    }

    @Test
    void failuresDoNotAffectTheEstimateOfTheRoundTrip() {
        call("first");
        nanos += Duration.ofMillis(2).toNanos();
        inFlight.get(0).completeExceptionally(new IllegalStateException("gone"));
        assertThat(sentOfTwenty()).isEqualTo(8);
    }

    private void arriveAfter(Duration duration) {
        call("first");
        nanos += duration.toNanos();
        inFlight.get(inFlight.size() - 1).complete(new ScriptReply(Arrays.asList(null, 0L)));
    }

    private int sentOfTwenty() {
        int before = inFlight.size();
        for (int i = 0; i < 20; i++) {
            call("key" + i);
        }
        return inFlight.size() - before;
    }

    @Test
    void aCallerInALoopOnALostRedisDoesNotExhaustTheStack() {
        AtomicInteger refusals = new AtomicInteger();
        Batches gone =
                new Batches(script -> CompletableFuture.failedFuture(new IllegalStateException("gone")), Batch::fail);
        askAgain(gone, refusals);
        assertThat(refusals).hasValue(100_000);
    }

    private static void askAgain(Batches gone, AtomicInteger refusals) {
        PendingCall call = new PendingCall(List.of(Charge.of("key", LIMIT)));
        whenAnswered(call, () -> {
            if (refusals.incrementAndGet() < 100_000) {
                askAgain(gone, refusals);
            }
        });
        gone.add(call);
    }

    private static void whenAnswered(PendingCall call, Runnable then) {
        CompletionStage<Answer> answer = call.answer();
        answer.whenComplete((any, failure) -> then.run());
    }
}
