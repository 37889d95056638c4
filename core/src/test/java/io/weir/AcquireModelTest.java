package io.weir;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Algorithm;
import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.memory.MemoryStore;
import io.weir.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Compares random calls with a model, on limits so fast that the model can try every microsecond: each call in line
 * expected at the first instant at which the store allows it.
 */
final class AcquireModelTest {

    private static final int HISTORIES = 150;
    private static final int CALLS = 25;
    private static final int LAST_ARRIVAL = 120;
    private static final int END = 2_000;
    private static final int NEVER = Integer.MAX_VALUE;
    private static final List<Rate> RATES = List.of(
            Rate.parse("3 per 10us"), Rate.parse("7 per 13us"), Rate.parse("10 per 100us"), Rate.parse("5 per 3us"));

    /** All times are in microseconds from the start. */
    private record Call(int number, int arrives, long cost, int timeout, int leaves) {}

    private static List<Call> calls(SplittableRandom random, Limit limit, int longestTimeout, boolean someLeave) {
        List<Call> calls = new ArrayList<>();
        int[] arrivals = random.ints(CALLS, 1, LAST_ARRIVAL).sorted().toArray();
        for (int i = 0; i < CALLS; i++) {
            long cost = 1 + random.nextLong(random.nextBoolean() ? limit.capacity() : 1);
            int timeout = longestTimeout == NEVER ? NEVER : random.nextInt(longestTimeout);
            int leaves = someLeave && random.nextInt(3) == 0 ? arrivals[i] + 1 + random.nextInt(60) : NEVER;
            calls.add(new Call(i, arrivals[i], cost, timeout, leaves));
        }
        return calls;
    }

    /** Returns when each call expected if none has a timeout, but some leave; NEVER for calls that leave before they go. */
    private static int[] model(Limit limit, List<Call> calls) {
        ManualTime time = ManualTime.create();
        RateLimiter limiter = RateLimiter.of(limit, new MemoryStore(time));
        int[] expected = new int[CALLS];
        int next = 0;
        for (int now = 1; next < calls.size(); now++) {
            time.advanceMicros(1);
            while (next < calls.size() && calls.get(next).arrives <= now) {
                Call call = calls.get(next);
                if (call.leaves >= now) {
                    Decision decision = limiter.tryAcquire("key", call.cost);
                    if (!decision.allowed() && call.leaves > now) {
                        break;
                    }
                    expected[call.number] = decision.allowed() ? now + (int) decision.delayMicros() : NEVER;
                } else {
                    expected[call.number] = NEVER;
                }
                next++;
            }
        }
        return expected;
    }

    /**
     * Returns when each call really actual; NEVER if it was denied or left. Adds the calls that were denied at once to
     * the list.
     */
    private static int[] play(Limit limit, List<Call> calls, List<Call> refusedAtOnce) {
        ManualTime time = ManualTime.create();
        RateLimiter limiter = RateLimiter.of(limit, new MemoryStore(time)).withScheduler(time);
        long start = time.nowMicros();
        List<CompletableFuture<Decision>> decisions = new ArrayList<>();
        List<CompletableFuture<Integer>> actual = new ArrayList<>();
        for (int now = 1; now < END; now++) {
            time.advanceMicros(1);
            for (int i = 0; i < actual.size(); i++) {
                if (calls.get(i).leaves == now) {
                    decisions.get(i).cancel(false);
                }
            }
            while (actual.size() < CALLS && calls.get(actual.size()).arrives == now) {
                Call call = calls.get(actual.size());
                CompletableFuture<Decision> decision =
                        limiter.acquireAsync("key", call.cost, Duration.ofNanos(call.timeout * 1_000L));
                decisions.add(decision);
                actual.add(decision.handle((granted, left) ->
                        left == null && granted.allowed() ? (int) (time.nowMicros() - start) : NEVER));
                if (decision.isDone() && !decision.join().allowed()) {
                    refusedAtOnce.add(call);
                }
            }
        }
        assertThat(limiter.waiting()).isZero();
        assertThat(limiter.waitingRoom().lines()).isZero();
        return actual.stream().mapToInt(CompletableFuture::join).toArray();
    }

    @ParameterizedTest
    @EnumSource
    void callsWithoutATimeoutGoInOrderAtTheEarliestInstant(Algorithm algorithm) {
        for (int history = 0; history < HISTORIES; history++) {
            SplittableRandom random = new SplittableRandom(history);
            Limit limit = algorithm.limit(RATES.get(history % RATES.size()));
            // A leaky bucket does not always take back the turn of a call that leaves.
            List<Call> calls = calls(random, limit, NEVER, algorithm != Algorithm.LEAKY_BUCKET);
            assertThat(play(limit, calls, new ArrayList<>()))
                    .as("history %d, %s, %s", history, limit, calls)
                    .isEqualTo(model(limit, calls));
        }
    }

    @ParameterizedTest
    @EnumSource
    void deniedCallsDoNotAffectCallsWithATimeout(Algorithm algorithm) {
        int refusals = 0;
        for (int history = 0; history < HISTORIES; history++) {
            SplittableRandom random = new SplittableRandom(history);
            Limit limit = algorithm.limit(RATES.get(history % RATES.size()));
            List<Call> calls = calls(random, limit, 60, false);
            List<Call> refusedAtOnce = new ArrayList<>();
            int[] actual = play(limit, calls, refusedAtOnce);

            int[] model = model(
                    limit,
                    calls.stream().filter(call -> actual[call.number] != NEVER).toList());
            for (Call call : calls) {
                String description = "history " + history + ", " + limit + ", " + call + " of " + calls;
                if (actual[call.number] != NEVER) {
                    assertThat(actual[call.number]).as(description).isEqualTo(model[call.number]);
                    assertThat(actual[call.number]).as(description).isLessThanOrEqualTo(call.arrives + call.timeout);
                } else {
                    refusals++;
                    assertThat(wouldGo(limit, call, calls, refusedAtOnce))
                            .as(description)
                            .isGreaterThan(call.arrives + call.timeout);
                }
            }
        }
        assertThat(refusals).isGreaterThan(HISTORIES);
    }

    /** Returns when the call would go without a timeout, behind all calls that were in line before it. */
    private static int wouldGo(Limit limit, Call refused, List<Call> calls, List<Call> refusedAtOnce) {
        List<Call> line = calls.subList(0, refused.number + 1).stream()
                .filter(call -> call == refused || !refusedAtOnce.contains(call))
                .toList();
        return model(limit, line)[refused.number];
    }
}
