package io.weir.lab.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.classify.IpAddress;
import io.weir.lab.traffic.Arrival;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.policy.Policy;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Outcome;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class CandidateTest {

    private static final long START_MICROS = 1_700_000_000_000_000L;
    private static final long STORE_BYTES = 1 << 20;
    private static final Rule THREE_A_MINUTE =
            Rule.of("three", Limit.fixedWindow(Rate.perMinute(3))).per(CountBy.IP);

    private static Arrival arrival(double second, int status) {
        Request request = Request.of("POST", "/login")
                .withAddress(IpAddress.parse("203.0.113.9").orElseThrow());
        return new Arrival(START_MICROS + (long) (second * 1e6), 500_000, status, request, 1);
    }

    private static Candidate candidate(String name, Rule rule, Retries retries) {
        return new Candidate(name, Policy.of(rule), retries, STORE_BYTES);
    }

    private static void run(List<Candidate> candidates, boolean firstIsNow, Arrival... arrivals) throws IOException {
        new Replay(candidates, firstIsNow).run(List.of(arrivals)::forEach);
    }

    @Test
    void aChargeIsGivenBackWhenTheLoggedAnswerEnds() throws IOException {
        Outcome failures = new Outcome(Set.of(401), Set.of());
        Candidate candidate = candidate("c", THREE_A_MINUTE.withOutcome(failures), Retries.NONE);
        // The third answer ends before the fourth request, and the fifth request comes before the fourth answer ends.
        run(
                List.of(candidate),
                false,
                arrival(0, 401),
                arrival(1, 401),
                arrival(2, 200),
                arrival(3, 200),
                arrival(3.4, 200),
                arrival(3.6, 200));
        assertThat(candidate.totals().denied()).isEqualTo(1);
    }

    @Test
    void candidatesAreComparedWithThePolicyInForceRequestByRequest() throws IOException {
        Candidate now = candidate("now", THREE_A_MINUTE, Retries.NONE);
        Candidate stricter =
                candidate("stricter", THREE_A_MINUTE.withLimit(Limit.fixedWindow(Rate.perMinute(1))), Retries.NONE);
        Candidate looser =
                candidate("looser", THREE_A_MINUTE.withLimit(Limit.fixedWindow(Rate.perMinute(9))), Retries.NONE);
        Arrival[] arrivals = IntStream.range(0, 10_000)
                .mapToObj(i -> arrival(i * 0.001, 200))
                .toArray(Arrival[]::new);
        run(List.of(now, stricter, looser), true, arrivals);
        assertThat(now.totals().denied()).isEqualTo(9_997);
        assertThat(stricter.totals().newlyDenied()).isEqualTo(2);
        assertThat(stricter.totals().newlyAllowed()).isZero();
        assertThat(looser.totals().newlyDenied()).isZero();
        assertThat(looser.totals().newlyAllowed()).isEqualTo(6);
    }

    @Test
    void stubbornClientsAddMoreRequestsThanPoliteOnes() throws IOException {
        Arrival[] arrivals =
                LongStream.range(0, 10).mapToObj(i -> arrival(0, 200)).toArray(Arrival[]::new);
        Candidate polite = candidate("polite", THREE_A_MINUTE, Retries.POLITE);
        Candidate stubborn = candidate("stubborn", THREE_A_MINUTE, Retries.STUBBORN);
        run(List.of(polite, stubborn), false, arrivals);
        assertThat(polite.totals().requests()).isEqualTo(10);
        assertThat(polite.totals().denied()).isEqualTo(7);
        // Seven wait for the next minute, of which three get in; then four, one of them in the fourth minute not any
        // more.
        assertThat(polite.totals().retried()).isEqualTo(7 + 4 + 1);
        assertThat(polite.totals().retriedInVain()).isEqualTo(4 + 1);
        assertThat(stubborn.totals().retried()).isEqualTo(7 * 5);
        assertThat(stubborn.totals().retriedInVain()).isEqualTo(7 * 5);
    }

    @Test
    void tooLittleMemoryIsSaid() throws IOException {
        Candidate candidate = candidate("c", THREE_A_MINUTE, Retries.NONE);
        Arrival[] arrivals = IntStream.range(0, 50_000)
                .mapToObj(i -> new Arrival(
                        START_MICROS + i, 0, 200, Request.of("GET", "/").withAddress(new IpAddress(32, 0, i)), 1))
                .toArray(Arrival[]::new);
        run(List.of(candidate), false, arrivals);
        assertThat(candidate.inexact()).isPresent();
    }

    @Test
    void aFailureOfTheReaderEndsTheReplay() {
        Candidate candidate = candidate("c", THREE_A_MINUTE, Retries.NONE);
        assertThatThrownBy(() -> new Replay(List.of(candidate), false).run(consumer -> {
                    consumer.accept(arrival(0, 200));
                    throw new IOException("gone");
                }))
                .isInstanceOf(IOException.class)
                .hasMessage("gone");
    }
}
