package io.weir.client.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.client.patience.Backoff;
import io.weir.client.patience.Patience;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What follows from each status, header and failure; the table of docs/client.md, on virtual time. */
final class DecisionTableTest {

    private static final Patience PATIENCE = Patience.upTo(Duration.ofSeconds(30));

    private final VirtualCalls calls = new VirtualCalls(PATIENCE, VirtualCalls.LONGEST);

    private static PatientCall sent(VirtualCalls calls, PatientCall call) {
        calls.untilTurn(call);
        return call;
    }

    private static NextStep answer(PatientCall call, int status, String retryAfter) {
        return call.answered(
                status, RetryAfterTest.headers(retryAfter.isEmpty() ? Map.of() : Map.of("Retry-After", retryAfter)));
    }

    @ParameterizedTest
    @CsvSource({
        // method, key, status, Retry-After, what is told; waits are the longest possible
        "GET,    '', 200, '',   ",
        "GET,    '', 429, 2,    retrying refused after 2200 ms",
        "POST,   '', 429, 2,    retrying refused after 2200 ms",
        "GET,    '', 429, 20,   retrying refused after 21000 ms",
        "POST,   '', 429, '',   retrying refused after 1000 ms",
        "GET,    '', 429, 30,   gave up: time",
        "POST,   '', 503, 2,    retrying refused after 2200 ms",
        "GET,    '', 503, '',   retrying unavailable after 100 ms",
        "POST,   '', 503, '',   gave up: method",
        "POST,   k,  503, '',   retrying unavailable after 100 ms",
        "PATCH,  '', 502, '',   gave up: method",
        "PUT,    '', 502, '',   retrying unavailable after 100 ms",
        "DELETE, '', 504, '',   retrying unavailable after 100 ms",
        "GET,    '', 500, '',   ",
        "GET,    '', 403, 2,    ",
        "GET,    '', 404, '',   ",
    })
    void aStatusIsFollowedBy(String method, String key, int status, String retryAfter, String told) {
        PatientCall call = calls.begin(method, key.isEmpty() ? Map.of() : Map.of("Idempotency-Key", key));
        NextStep next = answer(sent(calls, call), status, retryAfter);
        assertThat(calls.told).isEqualTo(told == null ? List.of() : List.of(told));
        assertThat(next).isEqualTo(calls.told.toString().contains("retrying") ? NextStep.RETRY : NextStep.HAND_BACK);
    }

    @Test
    void withoutRetryAfterTheResetOfAnEmptyLimitIsTheWait() {
        PatientCall call = sent(calls, calls.get());
        call.answered(
                429,
                RetryAfterTest.headers(
                        Map.of("RateLimit-Limit", "10", "RateLimit-Remaining", "0", "RateLimit-Reset", "5")));
        assertThat(calls.told).containsExactly("retrying refused after 5500 ms");
    }

    @Test
    void aWaitIsNeverShorterThanRetryAfter() {
        VirtualCalls shortest = new VirtualCalls(PATIENCE, VirtualCalls.SHORTEST);
        PatientCall call = sent(shortest, shortest.get());
        answer(call, 429, "2");
        assertThat(shortest.untilTurn(call)).isEqualTo(Duration.ofSeconds(2));
    }

    @ParameterizedTest
    @CsvSource({"GET, 2", "POST, 1"})
    void aCallWithoutAnAnswerIsRepeatedIfThatDoesNoHarm(String method, int attempts) {
        PatientCall call = sent(calls, calls.begin(method, Map.of()));
        NextStep next = call.failed(new HttpTimeoutException("request timed out"));
        assertThat(next).isEqualTo(attempts == 2 ? NextStep.RETRY : NextStep.HAND_BACK);
    }

    @Test
    void aCallThatWasNeverSentIsAlwaysRepeated() {
        PatientCall call = sent(calls, calls.begin("POST", Map.of()));
        assertThat(call.failed(new IOException("wrapped", new ConnectException())))
                .isEqualTo(NextStep.RETRY);
    }

    @Test
    void aBodyThatCannotBeSentAgainIsNot() {
        PatientCall call = sent(calls, calls.begin("POST", Map.of(), false));
        assertThat(answer(call, 429, "1")).isEqualTo(NextStep.HAND_BACK);
        assertThat(calls.told).containsExactly("gave up: body");
    }

    @Test
    void theApplicationMayVouchForBodies() {
        VirtualCalls vouched = new VirtualCalls(PATIENCE.withRepeatableBodies(), VirtualCalls.LONGEST);
        PatientCall call = sent(vouched, vouched.begin("POST", Map.of(), false));
        assertThat(answer(call, 429, "1")).isEqualTo(NextStep.RETRY);
    }

    @Test
    void theLastOfFourAttemptsIsHandedBack() {
        PatientCall call = calls.get();
        for (int attempt = 1; attempt <= 3; attempt++) {
            assertThat(answer(sent(calls, call), 503, "")).isEqualTo(NextStep.RETRY);
        }
        assertThat(answer(sent(calls, call), 503, "")).isEqualTo(NextStep.HAND_BACK);
        assertThat(calls.told)
                .containsExactly(
                        "retrying unavailable after 100 ms",
                        "retrying unavailable after 200 ms",
                        "retrying unavailable after 400 ms",
                        "gave up: attempts");
    }

    @Test
    void aBackoffHasFullJitterUpToItsBound() {
        LongUnaryOperator half = most -> most / 2;
        VirtualCalls jittered = new VirtualCalls(
                PATIENCE.withMostAttempts(10)
                        .withBackoff(
                                new Backoff(Duration.ofMillis(100), Duration.ofSeconds(1), Duration.ofMillis(300))),
                half);
        PatientCall call = sent(jittered, jittered.get());
        answer(call, 502, "");
        assertThat(jittered.untilTurn(call)).isEqualTo(Duration.ofMillis(50));
        answer(call, 502, "");
        assertThat(jittered.untilTurn(call)).isEqualTo(Duration.ofMillis(100));
        answer(call, 502, "");
        assertThat(jittered.untilTurn(call)).isEqualTo(Duration.ofMillis(150));
        answer(call, 502, "");
        assertThat(jittered.untilTurn(call)).isEqualTo(Duration.ofMillis(150));
    }

    @Test
    void timeIsThatOfTheWholeCall() {
        PatientCall call = sent(calls, calls.get());
        answer(call, 429, "20");
        calls.untilTurn(call);
        assertThat(answer(call, 429, "10")).isEqualTo(NextStep.HAND_BACK);
        assertThat(calls.told).containsExactly("retrying refused after 21000 ms", "gave up: time");
    }

    @Test
    void attemptsKeepOneIdempotencyKeyAndAreNumbered() {
        VirtualCalls keyed = new VirtualCalls(PATIENCE.withIdempotencyKeys(), VirtualCalls.LONGEST);
        PatientCall call = sent(keyed, keyed.begin("POST", Map.of()));
        Map<String, String> first = call.headers();
        assertThat(first).containsOnlyKeys("Idempotency-Key");
        assertThat(answer(call, 503, "")).isEqualTo(NextStep.RETRY);
        sent(keyed, call);
        assertThat(call.headers()).containsAllEntriesOf(first).containsEntry("X-Retry-Attempt", "1");
        assertThat(sent(keyed, keyed.begin("POST", Map.of())).headers())
                .doesNotContainEntry("Idempotency-Key", first.get("Idempotency-Key"));
        assertThat(sent(keyed, keyed.begin("POST", Map.of("Idempotency-Key", "own")))
                        .headers())
                .isEmpty();
        assertThat(sent(keyed, keyed.get()).headers()).isEmpty();
    }
}
