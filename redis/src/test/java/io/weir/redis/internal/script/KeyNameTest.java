package io.weir.redis.internal.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.redis.StrangeKeys;
import io.weir.store.Charge;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class KeyNameTest {

    @ParameterizedTest
    @EnumSource
    void namesTheAlgorithmAndTheKey(Algorithm algorithm) {
        Limit limit = algorithm.limit(Rate.perMinute(10));
        assertThat(KeyName.of(Charge.ofKey("user:12345", limit)))
                .isEqualTo("rate_limiter:" + algorithm.keyName() + ":user:12345");
    }

    @Test
    void keepsColons() {
        assertThat(KeyName.of(Charge.ofKey("user:12345", Limit.parse("10/min"))))
                .isEqualTo("rate_limiter:token_bucket:user:12345");
    }

    @ParameterizedTest
    @CsvSource({
        "10/s, user:42#limit:10/s",
        "100/min burst 150, user:42#limit:100/min:150",
        "5 per 30s, user:42#limit:5/30s",
    })
    void namesTheNumbersOfALimit(String limit, String name) {
        assertThat(KeyName.of(Charge.of("user:42", Limit.parse(limit)))).isEqualTo("rate_limiter:token_bucket:" + name);
    }

    @Test
    void namesACounterWithItsName() {
        Charge charge = Charge.of("{user:42}", Limit.parse("10/s"));
        assertThat(KeyName.of(charge.withName("logins")))
                .isEqualTo("rate_limiter:token_bucket:%7Buser:42%7D#name:logins");
        assertThat(KeyName.of(charge.withName("a#b:{c}")))
                .isEqualTo("rate_limiter:token_bucket:%7Buser:42%7D#name:a%23b%3A%7Bc%7D");
    }

    @Test
    void keepsTheNamesOfRules() {
        Charge charge = Charge.ofRule("user:100%25", ":/api/v1/orders#orders", Limit.parse("10/s"), 1);
        assertThat(KeyName.of(charge)).isEqualTo("rate_limiter:token_bucket:user:100%25:/api/v1/orders#orders");
    }

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            quoteCharacter = '`',
            value = {
                "100%,100%25",
                "a#b,a%23b",
                "{tag},%7Btag%7D",
                "a b,a%20b",
                "tab\t,tab%09",
                "nul\0,nul%00",
                "del\u007F,del%7F",
                "é,%C3%A9",
                "€,%E2%82%AC",
                "\uD83D\uDE00,%F0%9F%98%80",
                "/api/v1/*?a=b&c=[1]~!@$^()_+|;'\"<>.\\,/api/v1/*?a=b&c=[1]~!@$^()_+|;'\"<>.\\",
            })
    void encodesWhatIsNotPlain(String key, String name) {
        assertThat(KeyName.encoded(key)).isEqualTo(name);
    }

    @Test
    void keepsHalvesOfASurrogatePairApart() {
        assertThat(KeyName.encoded("\uD800")).isEqualTo("%ED%A0%80");
        assertThat(KeyName.encoded("\uDFFF")).isEqualTo("%ED%BF%BF");
        assertThat(KeyName.encoded("\uDC00\uD800")).isEqualTo("%ED%B0%80%ED%A0%80");
        assertThat(KeyName.encoded("?")).isEqualTo("?");
    }

    @Test
    void namesALongKeyByItsDigest() {
        assertThat(KeyName.encoded("x".repeat(256))).isEqualTo("x".repeat(256));
        assertThat(KeyName.encoded("x".repeat(257)))
                .isEqualTo("sha256-15eb95a462ee20bd91a415ae2d4aed341288186ddaa2b37908f7d592f0c3f85f");
        assertThat(KeyName.encoded("é".repeat(43))).matches("sha256-[0-9a-f]{64}");
        assertThat(KeyName.encoded("é".repeat(42))).hasSize(252);
    }

    @Test
    void aKeyThatLooksLikeADigestHasAnotherName() {
        String digest = KeyName.encoded("x".repeat(300));
        assertThat(KeyName.encoded(digest)).isNotEqualTo(digest).matches("sha256-[0-9a-f]{64}");
        assertThat(KeyName.encoded("sha256-")).matches("sha256-[0-9a-f]{64}");
    }

    @Test
    void differentKeysHaveDifferentNamesWithoutBraces() {
        SplittableRandom random = new SplittableRandom(Long.getLong("weir.seed", 1));
        Map<String, String> keysByName = new HashMap<>();
        for (int i = 0; i < 300_000; i++) {
            String key = StrangeKeys.any(random);
            String name = KeyName.encoded(key);
            assertThat(name.length()).isLessThanOrEqualTo(256);
            String other = keysByName.put(name, key);
            if (other != null && !other.equals(key)) {
                throw new AssertionError(
                        StrangeKeys.escaped(key) + " and " + StrangeKeys.escaped(other) + " are both named " + name);
            }
            if (!name.matches("[!-~&&[^#{}]]+")) {
                throw new AssertionError(StrangeKeys.escaped(key) + " is named " + name);
            }
        }
    }
}
