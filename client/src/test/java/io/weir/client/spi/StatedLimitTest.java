package io.weir.client.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StatedLimitTest {

    private static final Instant NOW = Instant.parse("2026-11-06T08:49:30.25Z");
    private static final StatedLimit EXPECTED = new StatedLimit(100, 40, Duration.ofSeconds(60));

    private static java.util.Optional<StatedLimit> of(Map<String, String> values) {
        return StatedLimit.of(RetryAfterTest.headers(values), NOW);
    }

    @Test
    void readsTheThreeDialects() {
        assertThat(of(Map.of("X-RateLimit-Limit", "100", "X-RateLimit-Remaining", "40", "X-RateLimit-Reset", "60")))
                .contains(EXPECTED);
        long unix = NOW.getEpochSecond() + 60;
        assertThat(of(Map.of(
                        "X-RateLimit-Limit", "100", "X-RateLimit-Remaining", "40", "X-RateLimit-Reset", "" + unix)))
                .contains(EXPECTED);
        assertThat(of(Map.of("RateLimit-Limit", "100", "RateLimit-Remaining", "40", "RateLimit-Reset", "60")))
                .contains(EXPECTED);
        assertThat(of(Map.of(
                        "RateLimit-Policy", "\"burst\";q=10;w=1, \"users\";q=100;w=100",
                        "RateLimit", "\"users\";r=40;t=60")))
                .contains(EXPECTED);
    }

    @Test
    void ofSeveralLimitsTheTightestCounts() {
        assertThat(of(Map.of(
                        "RateLimit-Policy", "\"a\";q=1000;w=60,\"b\";w=100;q=100",
                        "RateLimit", "\"a\";r=999;t=1,\"b\";t=60;r=40")))
                .contains(EXPECTED);
    }

    @Test
    void anotherClockOfTheServerDoesNotMatter() {
        assertThat(of(Map.of(
                        "X-RateLimit-Limit", "100",
                        "X-RateLimit-Remaining", "40",
                        "X-RateLimit-Reset", "1000000060",
                        "Date", "Sun, 09 Sep 2001 01:46:40 GMT")))
                .contains(EXPECTED);
    }

    @Test
    void onePermitBecomesFreeInEachInterval() {
        assertThat(EXPECTED.interval()).contains(Duration.ofSeconds(1));
        assertThat(new StatedLimit(100, 100, Duration.ZERO).interval()).isEmpty();
    }

    @Test
    void aLimitThatIsNotNamedInThePolicyHasNoInterval() {
        assertThat(of(Map.of("RateLimit", "\"users\";r=0;t=60")).orElseThrow().interval())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "users;r=3;t=1",
                "\"users\";r=3",
                "\"users\";r=-1;t=4",
                "\"users",
                "\"users\";r=9999999999999;t=1"
            })
    void wrongHeadersAreNoLimit(String value) {
        assertThat(of(Map.of("RateLimit", value))).isEmpty();
        assertThat(of(Map.of("X-RateLimit-Limit", value, "X-RateLimit-Remaining", "1", "X-RateLimit-Reset", "1")))
                .isEmpty();
    }

    @Test
    void aHeaderOfAnyLengthIsHarmless() {
        String hostile = "\"" + "\\\"a\";r=1;".repeat(100_000);
        assertThat(StatedLimit.of(name -> List.of(hostile, hostile), NOW)).isEmpty();
    }
}
