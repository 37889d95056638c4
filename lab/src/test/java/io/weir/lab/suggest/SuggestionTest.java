package io.weir.lab.suggest;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.classify.IpAddress;
import io.weir.lab.replay.Candidate;
import io.weir.lab.replay.Replay;
import io.weir.lab.replay.Retries;
import io.weir.lab.replay.RuleTally;
import io.weir.lab.traffic.Arrival;
import io.weir.lab.traffic.Traffic;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.policy.Policy;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Dimension;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Subject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SuggestionTest {

    private static final long START_MICROS = 1_700_000_000_000_000L;
    private static final long HOUR_MICROS = 3_600_000_000L;
    private static final long STORE_BYTES = 64 << 20;

    private static Traffic crowd() {
        Random random = new Random(11);
        List<Arrival> arrivals = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            long at = START_MICROS + (long) (random.nextDouble() * HOUR_MICROS);
            int who = (int) (random.nextDouble() * random.nextDouble() * 60);
            arrivals.add(arrival(at, "10.0.0." + who, Caller.ANONYMOUS, 200));
        }
        arrivals.sort(Comparator.comparingLong(Arrival::atMicros));
        return arrivals::forEach;
    }

    private static Arrival arrival(long at, String address, Caller caller, int status) {
        Request request = Request.of("GET", "/")
                .withAddress(IpAddress.parse(address).orElseThrow())
                .withCaller(caller);
        return new Arrival(at, 0, status, request, 1);
    }

    private static RuleTally replayed(Rate rate, long capacity, Traffic traffic) throws IOException {
        Rule rule = Rule.of("r", Limit.tokenBucket(rate).withCapacity(capacity)).per(CountBy.IP);
        Candidate candidate = new Candidate("c", Policy.of(rule), Retries.NONE, STORE_BYTES);
        new Replay(List.of(candidate), false).run(traffic);
        return candidate.rules().iterator().next();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1/s", "7 per 13s", "20/min", "100/h"})
    void theNeededCapacityIsTheLeastAtWhichTheEngineDeniesNobody(String text) throws IOException {
        Rate rate = Rate.parse(text);
        Demand demand = new Demand(List.of(rate));
        crowd().forEach(arrival -> demand.add(
                new Subject("ip", arrival.request().address().orElseThrow().toString()), 0, arrival.atMicros(), 1));
        List<Demand.Need> needs = demand.needs(rate);
        long most = needs.get(needs.size() - 1).capacity();
        assertThat(replayed(rate, most, crowd()).denied()).isZero();
        assertThat(replayed(rate, most - 1, crowd()).denied()).isPositive();
        for (int part : new int[] {2, 4, 10}) {
            long capacity = needs.get(needs.size() - needs.size() / part).capacity();
            assertThat(replayed(rate, capacity, crowd()).subjects().keySet().stream()
                            .map(subject -> subject.toString()))
                    .containsExactlyInAnyOrderElementsOf(needs.stream()
                            .filter(need -> need.capacity() > capacity)
                            .map(need -> need.subject().toString())
                            .toList());
        }
    }

    /** Fifty known users for six hours, and one address that guesses. */
    private static Traffic shop() {
        Random random = new Random(5);
        List<Arrival> arrivals = new ArrayList<>();
        for (int user = 0; user < 50; user++) {
            for (long at = START_MICROS; at < START_MICROS + 6 * HOUR_MICROS; at += random.nextInt(120_000_000)) {
                arrivals.add(arrival(at, "10.0.0." + user, Caller.user("u" + user), 200));
            }
        }
        for (int i = 0; i < 30_000; i++) {
            arrivals.add(arrival(START_MICROS + i * 700_000L, "203.0.113.9", Caller.ANONYMOUS, 401));
        }
        arrivals.sort(Comparator.comparingLong(Arrival::atMicros));
        return arrivals::forEach;
    }

    @Test
    void suggestedLimitsLetTrustedCallersPassAndStopTheOneThatGuesses() throws IOException {
        Policy policy = Policy.of(Rule.of("per-ip", Limit.parse("1000/min")).per(CountBy.IP));
        Suggestion suggestion = Suggestion.of(policy, "per-ip", shop(), arrival -> true, 0.0, STORE_BYTES);

        assertThat(suggestion.subjects()).isEqualTo(51);
        assertThat(suggestion.forTrusted()).isTrue();
        ProvenProposal perHour = suggestion.proposals().stream()
                .filter(each -> each.proposal().rate().period().toHours() == 1)
                .findFirst()
                .orElseThrow();
        assertThat(perHour.proposal().innocent()).isEqualTo(50);
        assertThat(perHour.proposal().rate().permits()).isLessThanOrEqualTo(200);
        assertThat(perHour.proposal().clear()).isTrue();
        assertThat(perHour.suspects().callers()).isEqualTo(1);
        assertThat(perHour.suspects().requests()).isGreaterThan(8_000);
        assertThat(perHour.trusted().requests() + perHour.unknown().requests()).isZero();
        assertThat(perHour.denied()).isEqualTo(perHour.suspects().requests());
    }

    @Test
    void nothingIsSuggestedForARuleThatNoRequestMet() throws IOException {
        Policy policy = Policy.of(Rule.of("per-tenant", Limit.parse("10/min")).per(CountBy.of(Dimension.Kind.TENANT)));
        assertThat(Suggestion.of(policy, "per-tenant", crowd(), arrival -> true, 0.0, STORE_BYTES)
                        .proposals())
                .isEmpty();
    }
}
