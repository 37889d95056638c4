package io.weir.store.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class KeyTextTest {

    @ParameterizedTest
    @CsvSource({
        "user:1, user:1, user%3A1",
        "a#b, a%23b, a%23b",
        "50%, 50%25, 50%25",
        "{x}, %7Bx%7D, %7Bx%7D",
        "é, %C3%A9, %C3%A9"
    })
    void encodesWhatHasAMeaningInKeys(String text, String encoded, String part) {
        assertThat(KeyText.encoded(text)).isEqualTo(encoded);
        assertThat(KeyText.encodedPart(text)).isEqualTo(part);
    }

    @Test
    void differentTextsStayDifferent() {
        String[] pieces = {
            "a",
            ":",
            "#",
            "%",
            "%3A",
            "%25",
            "{",
            "}",
            " ",
            "\u0000",
            "\n",
            "é",
            "\ud83d",
            "\ude00",
            "\ud83d\ude00",
            "sha256-",
            "\u202e",
            "?",
            "\ufffd",
        };
        SplittableRandom random = new SplittableRandom(1);
        Map<String, String> texts = new HashMap<>();
        for (int i = 0; i < 300_000; i++) {
            StringBuilder made = new StringBuilder();
            for (int part = random.nextInt(0, 7); part >= 0; part--) {
                made.append(pieces[random.nextInt(pieces.length)]);
            }
            String text = made.toString();
            String encoded = KeyText.encodedPart(text);
            String before = texts.putIfAbsent(encoded, text);
            assertThat(before == null || before.equals(text))
                    .as("%s and %s", before, text)
                    .isTrue();
            assertThat(encoded).matches("[!-~&&[^#{}:]]*");
        }
        assertThat(KeyText.encoded("x".repeat(257))).matches("sha256-[0-9a-f]{64}");
    }
}
