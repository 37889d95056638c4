package io.weir.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.weir.limit.spi.Span;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SpanTest {

    @ParameterizedTest
    @CsvSource({"300ms, PT0.3S", "20s, PT20S", "2min, PT2M", "12 h, PT12H", "day, PT24H", "7days, PT168H"})
    void isANumberAndAUnit(String text, Duration expected) {
        assertThat(Span.parse(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "20", "0s", "-1s", "1.5h", "2 fortnights", "5 per 30s", "1/min", "30s burst 5", "3651days"})
    void rejectsOtherDurations(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Span.parse(text));
    }
}
