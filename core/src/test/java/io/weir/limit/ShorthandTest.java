package io.weir.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ShorthandTest {

    @ParameterizedTest
    @CsvSource({
        "100/min, 100, PT1M",
        "10/s, 10, PT1S",
        "10 / S, 10, PT1S",
        "5 per 30s, 5, PT30S",
        "5 per 30 seconds, 5, PT30S",
        "'  7 per day ', 7, PT24H",
        "7 per 30 days, 7, PT720H",
        "13/h, 13, PT1H",
        "1/2hours, 1, PT2H",
        "3/500ms, 3, PT0.5S",
        "3 per 250us, 3, PT0.00025S",
        "1000000000000/day, 1000000000000, PT24H"
    })
    void readsARate(String text, long permits, Duration period) {
        assertThat(Rate.parse(text)).isEqualTo(new Rate(permits, period));
    }

    @Test
    void readsATokenBucketWithAndWithoutABurst() {
        assertThat(Limit.parse("100/min burst 150"))
                .isEqualTo(TokenBucket.of(Rate.perMinute(100)).withCapacity(150));
        assertThat(Limit.parse("100/min").capacity()).isEqualTo(100);
    }

    @ParameterizedTest
    @ValueSource(strings = {"100/min burst 150", "10/s", "5 per 30s", "7 per 30day", "1 per 90min", "3 per 1500us"})
    void writesWhatItReads(String text) {
        assertThat(Limit.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    100/fortnight      | "fortnight" is not a unit of time; write us, ms, s, min, h or day
                    100                | write "100/min", "10/s", "5 per 30s" or "100/min burst 150"
                    ''                 | write "100/min", "10/s", "5 per 30s" or "100/min burst 150"
                    100/min burst      | write "100/min", "10/s", "5 per 30s" or "100/min burst 150"
                    100/min brust 10   | write "100/min", "10/s", "5 per 30s" or "100/min burst 150"
                    1_000/min          | permits must be a whole number of plain digits, but was "1_000"
                    -5/min             | permits must be a whole number of plain digits, but was "-5"
                    1.5/s              | permits must be a whole number of plain digits, but was "1.5"
                    1e400/s            | permits must be a whole number of plain digits, but was "1e400"
                    NaN/s              | permits must be a whole number of plain digits, but was "NaN"
                    ٣/s                | permits must be a whole number of plain digits, but was "٣"
                    100/min burst x    | burst must be a whole number of plain digits, but was "x"
                    0/min              | permits must be from 1 to 1,000,000,000,000, but was 0
                    1/0s               | period must be whole microseconds from 1 µs to 3650 days, but was PT0S
                    1 per 300000days   | period must be whole microseconds from 1 µs to 3650 days, but was PT7200000H
                    1/999999999999999999days | period must be at most 3650 days
                    """)
    void namesTheRightForm(String text, String advice) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limit.parse(text))
                .withMessage("Cannot read the limit \"" + text + "\": " + advice);
    }

    @Test
    void aRateHasNoBurst() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Rate.parse("100/min burst 150"))
                .withMessageContaining("a burst belongs to a token bucket");
    }

    @Test
    void aHugeTextIsRejectedAndQuotedInPart() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limit.parse("1".repeat(1_000_000) + "/s"))
                .satisfies(error -> assertThat(error.getMessage()).hasSizeLessThan(300));
    }
}
