package io.weir.client.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RetryAfterTest {

    private static final Instant OURS = Instant.parse("2026-11-06T08:49:30Z");

    static AnswerHeaders headers(Map<String, String> values) {
        return name -> values.containsKey(name) ? List.of(values.get(name)) : List.of();
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "' 7 ', 7", "3600, 3600", "86401, 86400", "99999999999999999999, 86400"})
    void secondsAreTheWait(String value, long seconds) {
        assertThat(RetryAfter.of(headers(Map.of("Retry-After", value)), OURS)).contains(Duration.ofSeconds(seconds));
    }

    /** All three forms of HTTP; one second more, because dates are cut to the second. */
    @ParameterizedTest
    @ValueSource(
            strings = {"Fri, 06 Nov 2026 08:49:37 GMT", "Friday, 06-Nov-26 08:49:37 GMT", "Fri Nov  6 08:49:37 2026"})
    void datesAreComparedWithTheClockOfTheServer(String date) {
        Map<String, String> dated = Map.of("Retry-After", date, "Date", "Fri, 06 Nov 2026 08:49:17 GMT");
        assertThat(RetryAfter.of(headers(dated), OURS)).contains(Duration.ofSeconds(21));
        assertThat(RetryAfter.of(headers(Map.of("Retry-After", date)), OURS)).contains(Duration.ofSeconds(8));
    }

    @Test
    void aDateIsNeverEarlyHoweverItIsCut() {
        Instant sent = Instant.parse("2026-11-06T08:49:17.999999Z");
        Instant promised = sent.plusSeconds(2);
        Map<String, String> cut =
                Map.of("Date", "Fri, 06 Nov 2026 08:49:17 GMT", "Retry-After", "Fri, 06 Nov 2026 08:49:19 GMT");
        assertThat(sent.plus(RetryAfter.of(headers(cut), OURS).orElseThrow())).isAfterOrEqualTo(promised);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-1",
                "0",
                "1.5",
                "soon",
                "Fri, 06 Nov 2026 08:49:00 GMT",
                "Mon, 06 Nov 2026 08:50:00 GMT",
                "١"
            })
    void anythingElseIsNoWait(String value) {
        assertThat(RetryAfter.of(headers(Map.of("Retry-After", value)), OURS)).isEmpty();
    }
}
