package io.weir.service.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SafeTextTest {

    @ParameterizedTest
    @ValueSource(strings = {"", "plain", "tab\there", "Grüße, 世界 🙂", "\\u{1b}"})
    void plainTextStays(String text) {
        assertThat(SafeText.of(text)).isEqualTo(text);
    }

    @Test
    void furtherLinesAreIndented() {
        assertThat(SafeText.of("one\r\n2026-11-15T10:00:00 ERROR two\n\n\tat three\n"))
                .isEqualTo("one\n  2026-11-15T10:00:00 ERROR two\n\n  \tat three\n");
    }

    @Test
    void controlCharactersOfTerminalsAreEscaped() {
        assertThat(SafeText.of("\u001b[2J \r \u0000 \u007f \u009b \u2028 \u202e \ud800"))
                .isEqualTo("\\u{1b}[2J \\u{d} \\u{0} \\u{7f} \\u{9b} \\u{2028} \\u{202e} \\u{d800}");
    }
}
