package io.weir.policy.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GlobTest {

    @ParameterizedTest
    @CsvSource({
        "user:*, user:1, true",
        "user:*, user:, true",
        "user:*, tenant:1, false",
        "*, anything, true",
        "a, a, true",
        "a, ab, false",
        "a*c, abc, true",
        "a*c, ac, true",
        "a*c, acb, false",
        "*.example.com, api.example.com, true",
        "*.example.com, example.com, false",
        "a**b, axxb, true",
    })
    void starsStandForAnything(String pattern, String text, boolean matches) {
        assertThat(new Glob(pattern).matches(text)).isEqualTo(matches);
    }

    @Test
    void findsTheSameAsARegularExpression() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 100_000; i++) {
            String pattern = text(random, "ab*") + "a";
            String text = text(random, "ab");
            assertThat(new Glob(pattern).matches(text))
                    .as("%s on %s", pattern, text)
                    .isEqualTo(Pattern.matches(pattern.replace("*", ".*"), text));
        }
    }

    private static String text(SplittableRandom random, String alphabet) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(8); i > 0; i--) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }

    /** A regular expression of this kind would take longer than the universe lasts. */
    @Test
    void isFastForMaliciousPatterns() {
        assertThat(new Glob("*a".repeat(500) + "b").matches("a".repeat(1_000))).isFalse();
    }

    @Test
    void rejectsAnEmptyPattern() {
        assertThatThrownBy(() -> new Glob("")).hasMessageContaining("write * for anything");
    }
}
