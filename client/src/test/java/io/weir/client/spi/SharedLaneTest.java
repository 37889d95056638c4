package io.weir.client.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.RateLimiter;
import io.weir.client.patience.OutgoingCall;
import io.weir.client.patience.Pacing;
import io.weir.client.patience.Patience;
import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.memory.MemoryStore;
import io.weir.time.ManualTime;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Many callers in one lane before a real limit, on virtual time, with answers that take up to 40 ms and overtake others. */
final class SharedLaneTest {

    private static final int THREADS = 64;
    private static final int CALLS = 2_000;

    private final ManualTime time = ManualTime.create();
    private final SplittableRandom random = new SplittableRandom(42);
    private final Map<PatientCall, Long> promised = new HashMap<>();
    private PatientCalls calls = PatientCalls.of(Patience.upTo(Duration.ZERO));
    private RateLimiter limiter = RateLimiter.of(Limit.parse("1/s"));
    private int begun;
    private int succeeded;
    private int refused;
    private int givenUp;
    private int early;

    @ParameterizedTest
    @CsvSource({
        "100/s burst 100, AFTER_REFUSAL, 100",
        "50/s burst 20,   AFTER_REFUSAL, 100",
        "10/s burst 100,  AFTER_REFUSAL, 100",
        "100/s burst 100, AHEAD,         60",
    })
    void atMostOneCallInTwentyIsRefusedAndNoneArrivesEarly(String limit, Pacing pacing, int most) {
        calls = PatientCalls.of(
                Patience.upTo(Duration.ofMinutes(10)).withPacing(pacing),
                new LaneRegistry(new VirtualClientTime(time)),
                bound -> random.nextLong(bound + 1));
        limiter = RateLimiter.of(Limit.parse(limit), new MemoryStore(time));
        for (int i = 0; i < THREADS; i++) {
            next();
        }
        while (succeeded + givenUp < CALLS) {
            time.advance(Duration.ofMillis(100));
        }
        assertThat(early).as("arrivals before their promised instants").isZero();
        assertThat(givenUp).as("calls that were given up").isZero();
        assertThat(refused).isLessThanOrEqualTo(most);
        // The pace is that of the limit, not much slower.
        Duration ideal = Duration.ofSeconds(CALLS / limiter.limit().rate().permits());
        assertThat(Duration.ofMillis(time.elapsedMicros() / 1_000))
                .isLessThan(ideal.multipliedBy(5).dividedBy(4));
    }

    private void next() {
        if (begun < CALLS) {
            begun++;
            PatientCall call = calls.begin(
                    new OutgoingCall("GET", URI.create("http://api.example/"), name -> Optional.empty()), () -> true);
            attempt(call);
        }
    }

    private void attempt(PatientCall call) {
        CompletionStage<Admission> turn = call.turn();
        turn.thenAccept(admission -> {
            if (admission == Admission.GO) {
                later(() -> arrives(call));
            } else {
                givenUp++;
                next();
            }
        });
    }

    private void later(Runnable step) {
        time.schedule(random.nextLong(20_000), step);
    }

    private void arrives(PatientCall call) {
        if (time.nowMicros() < promised.getOrDefault(call, Long.MIN_VALUE)) {
            early++;
        }
        Decision decision = limiter.tryAcquire("caller");
        Map<String, String> headers = new HashMap<>(Map.of(
                "RateLimit-Limit", Long.toString(decision.limit()),
                "RateLimit-Remaining", Long.toString(decision.remaining()),
                "RateLimit-Reset", Long.toString(roundedUp(decision.resetAfterMicros()))));
        if (decision.allowed()) {
            later(() -> answered(call, 200, headers));
            return;
        }
        refused++;
        long seconds = roundedUp(decision.retryAfterMicros());
        promised.put(call, time.nowMicros() + seconds * 1_000_000);
        headers.put("Retry-After", Long.toString(seconds));
        later(() -> answered(call, 429, headers));
    }

    private static long roundedUp(long micros) {
        return (micros + 999_999) / 1_000_000;
    }

    private void answered(PatientCall call, int status, Map<String, String> headers) {
        if (call.answered(status, RetryAfterTest.headers(headers)) == NextStep.RETRY) {
            attempt(call);
            return;
        }
        if (status == 200) {
            succeeded++;
        } else {
            givenUp++;
        }
        next();
    }
}
