package io.weir.guard.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class KeyFormatTest {

    private static final String ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    private static String secret() {
        return KeyFormat.WEIR.random(KeyEnvironment.LIVE, new SecureRandom()).reveal();
    }

    @Test
    void aSecretHasPrefixEnvironmentRandomAndChecksum() {
        assertThat(secret()).matches("weir_live_[0-9A-Za-z]{38}").hasSize(48);
        assertThat(new KeyFormat("acme1")
                        .random(KeyEnvironment.TEST, new SecureRandom())
                        .reveal())
                .matches("acme1_test_[0-9A-Za-z]{38}");
    }

    /** The checksum may never change, because clients keep their secrets. */
    @Test
    void secretsOfTheFirstVersionStayWellFormed() {
        KeySecret secret = KeyFormat.WEIR.random(KeyEnvironment.LIVE, new Random(1));
        assertThat(secret.reveal()).isEqualTo("weir_live_rRQ1UWyPnEgMFgIirsy89htiNZ9liRV42qDx9H");
        assertThat(KeyFormat.WEIR.isWellFormed(secret.reveal())).isTrue();
    }

    @Test
    void everyChangeOfOneCharacterIsMalformed() {
        String secret = secret();
        for (int i = 0; i < secret.length(); i++) {
            for (char c : (ALPHABET + "_- é").toCharArray()) {
                String changed = secret.substring(0, i) + c + secret.substring(i + 1);
                assertThat(KeyFormat.WEIR.isWellFormed(changed)).isEqualTo(changed.equals(secret));
            }
        }
    }

    @Test
    void randomStringsOfTheRightFormAreMalformed() {
        Random random = new Random(7);
        int wellFormed = 0;
        for (int i = 0; i < 200_000; i++) {
            if (KeyFormat.WEIR.isWellFormed("weir_live_" + Base62.random(38, random))) {
                wellFormed++;
            }
        }
        assertThat(wellFormed).isZero();
    }

    @Test
    void otherLengthsAndPrefixesAreMalformed() {
        String secret = secret();
        for (String wrong : List.of(
                "",
                "weir_live_",
                secret + "0",
                secret.substring(1),
                " " + secret,
                secret + "\n",
                "x".repeat(1 << 20))) {
            assertThat(KeyFormat.WEIR.isWellFormed(wrong)).isFalse();
        }
        assertThat(new KeyFormat("acme").isWellFormed(secret)).isFalse();
    }

    /** With the remainder of a byte by 62, the first eight characters would be a quarter more frequent than the others. */
    @Test
    void allCharactersAreEquallyFrequent() {
        String text = Base62.random(620_000, new Random(3));
        int[] counts = new int[128];
        text.chars().forEach(c -> counts[c]++);
        assertThat(ALPHABET.chars().map(c -> counts[c])).allMatch(count -> count > 9_500 && count < 10_500);
    }

    @Test
    void idsDiffer() {
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            ids.add(KeyFormat.randomId(new SecureRandom()));
        }
        assertThat(ids).hasSize(1_000).allMatch(id -> id.matches("key_[0-9A-Za-z]{16}"));
    }

    @Test
    void theHintShowsFourCharactersAtEachEnd() {
        String secret = secret();
        KeySecret key = KeySecret.of(secret);
        assertThat(key.hint())
                .isEqualTo("weir_live_" + secret.substring(10, 14) + "…" + secret.substring(44))
                .isEqualTo(key.toString());
        assertThat(KeySecret.of("a-short-foreign-key").toString()).isEqualTo("…");
    }

    @Test
    void prefixesAreShortWords() {
        for (String prefix : List.of("", "w", "Weir", "9weir", "weir_", "toolongprefix")) {
            assertThatThrownBy(() -> new KeyFormat(prefix))
                    .isInstanceOf(InvalidFieldException.class)
                    .hasMessageStartingWith("prefix: ");
        }
    }

    @Test
    void aSecretIsRecognizedWhateverItsPrefix() {
        String secret = new KeyFormat("shop")
                .random(KeyEnvironment.TEST, new SecureRandom())
                .reveal();
        assertThat(KeyFormat.isSecret(secret)).isTrue();
        assertThat(KeyFormat.isSecret(secret.substring(1))).isFalse();
        assertThat(KeyFormat.isSecret(secret + "x")).isFalse();
        assertThat(KeyFormat.isSecret("orders_live_feed")).isFalse();
        assertThat(KeyFormat.isSecret("9rders_live_feed")).isFalse();
    }
}
