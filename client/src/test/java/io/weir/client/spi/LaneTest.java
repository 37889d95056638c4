package io.weir.client.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.client.patience.Pacing;
import io.weir.client.patience.Patience;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What one call learns from the answers to others, on virtual time. */
final class LaneTest {

    private static final Patience PATIENCE = Patience.upTo(Duration.ofSeconds(30));
    private static final AnswerHeaders IN_TWO_SECONDS = RetryAfterTest.headers(Map.of("Retry-After", "2"));

    private final VirtualCalls calls = new VirtualCalls(PATIENCE, VirtualCalls.SHORTEST);

    private PatientCall refused() {
        PatientCall call = calls.get();
        calls.untilTurn(call);
        assertThat(call.answered(429, IN_TWO_SECONDS)).isEqualTo(NextStep.RETRY);
        return call;
    }

    private static List<CompletableFuture<Admission>> turns(List<PatientCall> waiting) {
        return waiting.stream().map(PatientCall::turn).toList();
    }

    private static long given(List<CompletableFuture<Admission>> turns) {
        return turns.stream()
                .filter(turn -> turn.getNow(Admission.TOO_LATE) == Admission.GO)
                .count();
    }

    private List<PatientCall> fresh(int number) {
        return IntStream.range(0, number).mapToObj(i -> calls.get()).toList();
    }

    @Test
    void aRefusalClosesTheLaneForAllUntilItsInstant() {
        refused();
        List<CompletableFuture<Admission>> turns = turns(fresh(5));
        calls.time.advance(Duration.ofSeconds(2).minusNanos(1_000));
        assertThat(given(turns)).isZero();
        calls.time.advanceMicros(1);
        assertThat(given(turns)).isOne();
    }

    @Test
    void oneProbeOpensTheLaneInTheOrderOfArrival() {
        PatientCall first = refused();
        List<PatientCall> others = fresh(5);
        List<PatientCall> all = new ArrayList<>(List.of(first));
        all.addAll(others);
        List<CompletableFuture<Admission>> turns = turns(all);
        calls.time.advance(Duration.ofSeconds(2));
        assertThat(turns.get(0)).isDone();
        assertThat(given(turns)).isOne();
        first.answered(200, AnswerHeaders.NONE);
        assertThat(given(turns))
                .as("without a stated limit a success lets two go")
                .isEqualTo(3);
        assertThat(turns.get(2)).isDone();
        others.get(0).answered(200, AnswerHeaders.NONE);
        assertThat(given(turns)).isEqualTo(5);
    }

    @Test
    void aRefusedProbeClosesTheLaneAgain() {
        PatientCall probe = refused();
        List<PatientCall> all = new ArrayList<>(List.of(probe));
        all.addAll(fresh(3));
        List<CompletableFuture<Admission>> turns = turns(all);
        calls.time.advance(Duration.ofSeconds(2));
        probe.answered(429, IN_TWO_SECONDS);
        calls.time.advance(Duration.ofSeconds(2).minusNanos(1_000));
        assertThat(given(turns)).isOne();
        calls.time.advanceMicros(1);
        assertThat(given(turns)).isEqualTo(2);
    }

    @Test
    void aSuccessThatWasOnItsWayDoesNotOpenTheLane() {
        PatientCall onItsWay = calls.get();
        calls.untilTurn(onItsWay);
        refused();
        List<CompletableFuture<Admission>> turns = turns(fresh(3));
        onItsWay.answered(200, AnswerHeaders.NONE);
        calls.time.advance(Duration.ofSeconds(1));
        assertThat(given(turns)).isZero();
    }

    @Test
    void aProbeWithoutAnAnswerHoldsNobodyForLong() {
        PatientCall probe = refused();
        List<CompletableFuture<Admission>> turns = turns(List.of(probe, calls.get(), calls.get()));
        calls.time.advance(Duration.ofSeconds(2));
        assertThat(given(turns)).isOne();
        calls.time.advance(Duration.ofSeconds(1));
        assertThat(given(turns)).isEqualTo(2);
    }

    @Test
    void aFailedProbeIsFollowedByTheNext() {
        PatientCall probe = refused();
        List<CompletableFuture<Admission>> turns = turns(List.of(probe, calls.get(), calls.get()));
        calls.time.advance(Duration.ofSeconds(2));
        probe.failed(new IOException("reset"));
        assertThat(given(turns)).isEqualTo(2);
    }

    @Test
    void callsThatCannotWaitLongEnoughAreGivenUpAtOnce() {
        PatientCall patient = refused();
        assertThat(patient.turn()).isNotDone();
        PatientCall other = calls.get();
        CompletableFuture<Admission> waiting = other.turn();
        PatientCall third = calls.get();
        CompletableFuture<Admission> waitsToo = third.turn();
        calls.time.advance(Duration.ofSeconds(2));
        assertThat(patient.answered(429, RetryAfterTest.headers(Map.of("Retry-After", "3600"))))
                .isEqualTo(NextStep.HAND_BACK);
        assertThat(waiting).isCompletedWithValue(Admission.TOO_LATE);
        assertThat(waitsToo).isCompletedWithValue(Admission.TOO_LATE);
        assertThat(calls.get().turn()).isCompletedWithValue(Admission.TOO_LATE);
        assertThat(other.notSent(Admission.TOO_LATE).retryAfter()).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void aCancelledTurnLeavesTheLine() {
        refused();
        List<PatientCall> all = fresh(3);
        List<CompletableFuture<Admission>> turns = turns(all);
        assertThat(turns.get(0).cancel(false)).isTrue();
        calls.time.advance(Duration.ofSeconds(2));
        assertThat(turns.get(1)).isCompletedWithValue(Admission.GO);
        assertThat(turns.get(2)).isNotDone();
    }

    @Test
    void aTurnThatIsCancelledWhenItIsGivenIsPassedOn() {
        PatientCall probe = refused();
        List<CompletableFuture<Admission>> turns = turns(List.of(probe, calls.get()));
        calls.time.advance(Duration.ofSeconds(2));
        probe.abandoned();
        assertThat(turns.get(1)).isCompletedWithValue(Admission.GO);
    }

    @Test
    void noMoreThanTenThousandCallsWait() {
        refused();
        List<CompletableFuture<Admission>> turns = turns(fresh(Lane.MOST_WAITING + 1));
        assertThat(turns.get(Lane.MOST_WAITING - 1)).isNotDone();
        assertThat(turns.get(Lane.MOST_WAITING)).isCompletedWithValue(Admission.LINE_FULL);
    }

    @Test
    void afterARefusalCallsGoAtThePaceOfTheStatedLimit() {
        PatientCall probe = refused();
        List<PatientCall> all = new ArrayList<>(List.of(probe));
        all.addAll(fresh(6));
        List<CompletableFuture<Admission>> turns = turns(all);
        calls.time.advance(Duration.ofSeconds(2));
        // 2 left, and one more each 100 ms.
        probe.answered(
                200,
                RetryAfterTest.headers(
                        Map.of("RateLimit-Limit", "100", "RateLimit-Remaining", "2", "RateLimit-Reset", "10")));
        assertThat(given(turns)).isEqualTo(3);
        calls.time.advance(Duration.ofMillis(100));
        assertThat(given(turns)).isEqualTo(3);
        calls.time.advance(Duration.ofMillis(10));
        assertThat(given(turns)).isEqualTo(4);
        calls.time.advance(Duration.ofMillis(110));
        assertThat(given(turns)).isEqualTo(5);
    }

    @Test
    void aNewWindowLetsAllWaitingCallsGo() {
        PatientCall probe = refused();
        List<PatientCall> all = new ArrayList<>(List.of(probe));
        all.addAll(fresh(6));
        List<CompletableFuture<Admission>> turns = turns(all);
        calls.time.advance(Duration.ofSeconds(2));
        probe.answered(
                200,
                RetryAfterTest.headers(
                        Map.of("RateLimit-Limit", "100", "RateLimit-Remaining", "99", "RateLimit-Reset", "60")));
        assertThat(given(turns)).isEqualTo(7);
    }

    @Test
    void pacingAheadNeedsNoRefusal() {
        VirtualCalls ahead = new VirtualCalls(PATIENCE.withPacing(Pacing.AHEAD), VirtualCalls.SHORTEST);
        PatientCall first = ahead.get();
        ahead.untilTurn(first);
        first.answered(
                200,
                RetryAfterTest.headers(
                        Map.of("RateLimit-Limit", "10", "RateLimit-Remaining", "1", "RateLimit-Reset", "9")));
        List<CompletableFuture<Admission>> turns = turns(List.of(ahead.get(), ahead.get(), ahead.get()));
        assertThat(given(turns)).isOne();
        ahead.time.advance(Duration.ofMillis(1_050));
        assertThat(given(turns)).isEqualTo(2);
    }

    /** 1 call in an hour by the stated limit, but the limit may be read wrongly, and only the server knows. */
    @Test
    void theEstimatedPaceNeverMakesACallFail() {
        VirtualCalls ahead = new VirtualCalls(PATIENCE.withPacing(Pacing.AHEAD), VirtualCalls.SHORTEST);
        PatientCall first = ahead.get();
        ahead.untilTurn(first);
        first.answered(
                200,
                RetryAfterTest.headers(
                        Map.of("RateLimit-Limit", "1", "RateLimit-Remaining", "0", "RateLimit-Reset", "3600")));
        assertThat(ahead.get().turn()).isCompletedWithValue(Admission.GO);
    }

    @Test
    void aServerThatAlwaysRefusesGetsAFifthMoreCallsAtMost() {
        int sent = 0;
        for (int i = 0; i < 500; i++) {
            PatientCall call = calls.get();
            NextStep next = NextStep.RETRY;
            while (next == NextStep.RETRY) {
                CompletableFuture<Admission> turn = call.turn();
                calls.time.advance(Duration.ofSeconds(2));
                if (turn.join() != Admission.GO) {
                    break;
                }
                sent++;
                next = call.answered(503, IN_TWO_SECONDS);
            }
        }
        assertThat(sent).isBetween(501, 600);
    }

    @Test
    void aServerThatAlwaysRefusesManyThreadsGetsAFifthMoreCallsAtMost() {
        int threads = 64;
        List<PatientCall> all = fresh(threads);
        int sent = threads;
        turns(all);
        all.forEach(call -> call.answered(429, IN_TWO_SECONDS));
        List<PatientCall> waiting = new ArrayList<>(all);
        List<CompletableFuture<Admission>> turns = new ArrayList<>(turns(all));
        for (int second = 0; second < 200; second++) {
            calls.time.advance(Duration.ofSeconds(1));
            for (int i = waiting.size() - 1; i >= 0; i--) {
                if (!turns.get(i).isDone()) {
                    continue;
                }
                PatientCall call = waiting.get(i);
                if (turns.get(i).join() == Admission.GO) {
                    sent++;
                    if (call.answered(429, IN_TWO_SECONDS) == NextStep.RETRY) {
                        turns.set(i, call.turn());
                        continue;
                    }
                }
                waiting.remove(i);
                turns.remove(i);
            }
        }
        assertThat(waiting).isEmpty();
        assertThat(sent).isLessThanOrEqualTo(threads + 20);
    }

    @Test
    void lanesThatAreUsedLeastRecentlyLeave() {
        LaneRegistry lanes = new LaneRegistry(new VirtualClientTime(calls.time));
        Lane busy = lanes.lane("busy");
        busy.enter(new LaneTicket(LaneTicket.Kind.FIRST, Pacing.OFF, Long.MAX_VALUE));
        Lane idle = lanes.lane("idle");
        IntStream.range(0, 2_000).forEach(i -> lanes.lane("other " + i));
        assertThat(lanes.size()).isEqualTo(1_000);
        assertThat(lanes.lane("busy")).isSameAs(busy);
        assertThat(lanes.lane("idle")).isNotSameAs(idle);
    }
}
