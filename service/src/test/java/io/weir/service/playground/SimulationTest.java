package io.weir.service.playground;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.service.http.BadRequest;
import io.weir.service.playground.Arrivals.Arrival;
import io.weir.service.playground.Simulation.Step;
import io.weir.testkit.oracle.Oracle;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The playground's answers are those of the oracle, which knows nothing of the engine. */
final class SimulationTest {

    private static final long BEGIN_MICROS =
            Instant.parse("2026-01-01T00:00:00Z").getEpochSecond() * 1_000_000;

    private static Limit limit(SplittableRandom random) {
        List<Algorithm> algorithms = List.of(Algorithm.values());
        Algorithm algorithm = algorithms.get(random.nextInt(algorithms.size()));
        Rate rate = Rate.of(random.nextInt(1, 20), Duration.ofSeconds(random.nextInt(1, 30)));
        return algorithm.limit(rate);
    }

    private static List<Arrival> arrivals(SplittableRandom random) {
        List<Arrival> all = new ArrayList<>();
        long at = 0;
        for (int i = random.nextInt(5, 30); i > 0; i--) {
            at += random.nextBoolean() ? random.nextInt(3) * 1_000_000L : random.nextInt(5_000_000);
            all.add(new Arrival(at, random.nextInt(1, 5)));
        }
        return all;
    }

    @Test
    void aThousandRandomSchedulesAreDecidedAsTheOracleDoes() {
        for (int seed = 0; seed < 1_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Limit limit = limit(random);
            assertSame(limit, arrivals(random), "seed " + seed);
        }
    }

    private static void assertSame(Limit limit, List<Arrival> arrivals, String seed) {
        Oracle oracle = Oracle.of(limit);
        List<Step> expected = new ArrayList<>();
        for (Arrival arrival : arrivals) {
            for (int i = 0; i < arrival.requests(); i++) {
                expected.add(step(oracle, arrival.atMicros()));
            }
        }
        Simulation found = Simulation.of(limit, arrivals);
        assertThat(found.steps()).as(seed + " " + limit).isEqualTo(expected);
        assertThat(found.allowed() + found.denied()).isEqualTo(expected.size());
    }

    private static Step step(Oracle oracle, long atMicros) {
        long now = BEGIN_MICROS + atMicros;
        oracle.mend(now);
        if (!oracle.fits(now, 1)) {
            return new Step(atMicros, false, oracle.remaining(now), oracle.retryAfterMicros(now, 1), 0);
        }
        long delay = oracle.delayMicros(now);
        oracle.take(now, 1);
        return new Step(atMicros, true, oracle.remaining(now), 0, delay);
    }

    @Test
    void aFixedWindowLetsTwiceItsLimitThroughAtItsEdge() {
        Limit limit = Limit.fixedWindow(Rate.of(10, Duration.ofSeconds(10)));
        Simulation found = Simulation.of(limit, Arrivals.parse("9.9*20 10.1*20"));
        assertThat(found.mostInAnyPeriod()).isEqualTo(20);
        assertThat(found.denied()).isEqualTo(20);
    }

    @Test
    void arrivalsAreReadExactly() {
        assertThat(Arrivals.parse("0 0.25*3, 86400"))
                .containsExactly(new Arrival(0, 1), new Arrival(250_000, 3), new Arrival(86_400_000_000L, 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1 0", "-1", "1e9", "86400.1", "1*0", "1*2001", "1*", "0.1234567", "NaN"})
    void otherTextsAreRejected(String text) {
        assertThatThrownBy(() -> Arrivals.parse(text)).isInstanceOf(BadRequest.class);
    }
}
