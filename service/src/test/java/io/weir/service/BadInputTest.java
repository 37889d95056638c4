package io.weir.service;

import static io.weir.service.RawHttp.CHECK;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every invalid parameter is a 400 that names the parameter, and consumes nothing. */
final class BadInputTest {

    @RegisterExtension
    static final UnharmedService SERVICE = new UnharmedService();

    private static final RawHttp HTTP = SERVICE.http();

    private static void assertRejected(String query, String field) throws Exception {
        String response = HTTP.get(CHECK + "?" + query);
        assertThat(RawHttp.statuses(response)).containsExactly(400);
        assertThat(response).contains("application/problem+json").doesNotContain("xception");
        JsonNode problem = JsonMapper.shared().readTree(RawHttp.body(response));
        assertThat(problem.path("field").asString()).isEqualTo(field);
        assertThat(problem.path("detail").asString()).startsWith(field + " ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "abc",
                "1.5",
                "1.0",
                "1e3",
                "-1",
                "-0",
                "0",
                "+5",
                "%2B5",
                "0x10",
                "1_000",
                "1,000",
                "1;2",
                "1%20",
                "%201",
                "9223372036854775807",
                "-9223372036854775808",
                "99999999999999999999",
                "4294967297",
                "18446744073709551617",
                "%D9%A1",
                "%EF%BC%91",
                "%E2%85%A7",
                "NaN",
                "Infinity",
                "null",
                "true",
                "[]",
                "1l",
                "1%00",
                "%ff",
                "1=1"
            })
    void invalidPermitsAreRejected(String permits) throws Exception {
        assertRejected("key=bad&algorithm=SLIDING_WINDOW&permits=" + permits, "permits");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%80",
                "%c3",
                "%c3%28",
                "%c0%af",
                "%c1%81",
                "%e0%80%af",
                "%f0%80%80%af",
                "%ed%a0%80",
                "%ed%b0%80",
                "%ed%a0%80%ed%b0%80",
                "%f4%90%80%80",
                "%f8%88%80%80%80",
                "%fe",
                "%ff",
                "%",
                "%4",
                "%u0041",
                "%-1",
                "%+1",
                "\0",
                "\u0001",
                "\u007f",
                "\u00ff",
                "\u00c3\u00a4",
                "\u00c0\u00af",
                "\u00ed\u00a0\u0080",
                "%00",
                "%0a",
                "%7f",
                "%c2%85"
            })
    void aKeyWithInvalidEncodingOrControlCharactersIsRejected(String part) throws Exception {
        assertRejected("algorithm=SLIDING_WINDOW&key=bad" + part, "key");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "0",
                "null",
                "TOKEN_BUCKET%00",
                "TOKEN_BUCKET%20",
                "%EF%BC%B4OKEN_BUCKET",
                "a,b",
                "%c0%af"
            })
    void anUnknownAlgorithmIsRejected(String algorithm) throws Exception {
        assertRejected("key=bad&algorithm=" + algorithm, "algorithm");
    }

    @ParameterizedTest
    @ValueSource(strings = {"key=bad&", "&key=bad", "key=bad&&permits=1", "=bad", "k%ffy=bad"})
    void aParameterWithoutANameIsRejected(String query) throws Exception {
        assertRejected(query, "query");
    }

    @ParameterizedTest
    @CsvSource({
        "KEY=bad, KEY",
        "key[]=bad, key[]",
        "key=bad&x, x",
        "key=bad&k%C3%A4y=1, käy",
        "key=bad&permits%00=1, 'permits\0'"
    })
    void anUnknownParameterIsRejected(String query, String name) throws Exception {
        assertRejected(query, name);
    }
}
