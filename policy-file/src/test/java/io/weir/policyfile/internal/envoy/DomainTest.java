package io.weir.policyfile.internal.envoy;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Algorithm;
import io.weir.policyfile.PolicyText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The limit and the counter of a descriptor. */
final class DomainTest {

    private static Domain domain(String... descriptors) {
        String text = "domain: d\ndescriptors:\n" + String.join("\n", descriptors);
        return EnvoyReader.read(List.of(new PolicyText("test.yml", text)))
                .find("d")
                .orElseThrow();
    }

    private static String limit(long requests) {
        return "rate_limit: {unit: minute, requests_per_unit: " + requests + "}";
    }

    private static List<Entry> entries(String... keysAndValues) {
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            entries.add(new Entry(keysAndValues[i], keysAndValues[i + 1]));
        }
        return entries;
    }

    private static Optional<Long> requests(Domain domain, String... entries) {
        return domain.match(entries(entries))
                .map(matched ->
                        matched.limit().counting().orElseThrow().allowance().requests());
    }

    private static String counter(Domain domain, String... entries) {
        return CounterKey.of(
                domain.name(), domain.match(entries(entries)).orElseThrow().counterEntries());
    }

    @Test
    void prefersExactValuesToWildcardsAndWildcardsToTheKeyAlone() {
        Domain domain = domain(
                "- {key: k, " + limit(1) + "}",
                "- {key: k, value: ab*, " + limit(2) + "}",
                "- {key: k, value: abc, " + limit(3) + "}");
        assertThat(requests(domain, "k", "abc")).contains(3L);
        assertThat(requests(domain, "k", "abd")).contains(2L);
        assertThat(requests(domain, "k", "x")).contains(1L);
    }

    @Test
    void takesTheFirstWildcardOfTheFileThatMatches() {
        Domain domain =
                domain("- {key: k, value: 'a*', " + limit(1) + "}", "- {key: k, value: 'ab*', " + limit(2) + "}");
        assertThat(requests(domain, "k", "abc")).contains(1L);
    }

    @Test
    void readsWildcardsAnywhereInTheValue() {
        Domain domain = domain("- {key: k, value: '*/a/*/b', " + limit(1) + "}");
        assertThat(requests(domain, "k", "x/a/y/b")).contains(1L);
        assertThat(requests(domain, "k", "x/a/b")).isEmpty();
    }

    @Test
    void looksForWildcardsOnEveryLevel() {
        Domain domain = domain(
                "- key: k",
                "  descriptors:",
                "  - {key: l, value: 'a*', " + limit(1) + "}",
                "  - {key: l, " + limit(2) + "}");
        assertThat(requests(domain, "k", "x", "l", "ab")).contains(1L);
        assertThat(requests(domain, "k", "x", "l", "b")).contains(2L);
    }

    @Test
    void appliesALimitOnlyAtTheLastEntry() {
        Domain domain =
                domain("- key: k", "  " + limit(1), "  descriptors:", "  - {key: l, " + limit(2) + "}", "  - {key: m}");
        assertThat(requests(domain, "k", "x")).contains(1L);
        assertThat(requests(domain, "k", "x", "l", "y")).contains(2L);
        assertThat(requests(domain, "k", "x", "m", "y")).isEmpty();
        assertThat(requests(domain, "k", "x", "n", "y")).isEmpty();
        assertThat(requests(domain, "k", "x", "l", "y", "z", "z")).isEmpty();
        assertThat(requests(domain)).isEmpty();
    }

    @Test
    void exemptsAValueWithoutALimitBesideTheKeyAlone() {
        Domain domain = domain("- {key: k, " + limit(1) + "}", "- {key: k, value: free}");
        assertThat(requests(domain, "k", "free")).isEmpty();
        assertThat(requests(domain, "k", "other")).contains(1L);
        assertThat(requests(domain, "k", "paid")).contains(1L);
    }

    @Test
    void doesNotGoBackToAWiderDescriptorWhoseChildrenWouldMatch() {
        Domain domain = domain("- {key: k, value: a}", "- key: k", "  descriptors: [{key: l, " + limit(1) + "}]");
        assertThat(requests(domain, "k", "a", "l", "x")).isEmpty();
        assertThat(requests(domain, "k", "b", "l", "x")).contains(1L);
    }

    @Test
    void joinsKeyAndValueAsEnvoyproxyDoes() {
        assertThat(requests(domain("- {key: a_b, " + limit(1) + "}"), "a", "b")).contains(1L);
    }

    @Test
    void countsEachValueOfAKeySeparately() {
        Domain domain = domain("- {key: k, " + limit(1) + "}", "- {key: l, value: 'a*', " + limit(1) + "}");
        assertThat(counter(domain, "k", "1")).isEqualTo("envoy:d:k:1").isNotEqualTo(counter(domain, "k", "2"));
        assertThat(counter(domain, "l", "a1")).isNotEqualTo(counter(domain, "l", "a2"));
    }

    @Test
    void countsValuesThatShareAThresholdTogether() {
        Domain domain = domain(
                "- key: k", "  value: 'a*'", "  share_threshold: true", "  descriptors: [{key: l, " + limit(1) + "}]");
        assertThat(counter(domain, "k", "a1", "l", "x"))
                .isEqualTo("envoy:d:k:a*:l:x")
                .isEqualTo(counter(domain, "k", "a2", "l", "x"))
                .isNotEqualTo(counter(domain, "k", "a2", "l", "y"));
    }

    @Test
    void givesEachDescriptorItsOwnCounter() {
        assertThat(List.of(
                        CounterKey.of("d", entries("a", "b:c", "d", "e")),
                        CounterKey.of("d", entries("a", "b", "c:d", "e")),
                        CounterKey.of("d", entries("a:b", "c:d", "e", "")),
                        CounterKey.of("d:a", entries("b", "c", "d", "e")),
                        CounterKey.of("d", entries("a", "b%3Ac", "d", "e")),
                        CounterKey.of("d", entries("a", "b", "", "")),
                        CounterKey.of("d", entries("a", "b")),
                        CounterKey.of("d", entries("a", "b#minute")),
                        CounterKey.of("d", entries("a", "\uD800")),
                        CounterKey.of("d", entries("a", "?"))))
                .doesNotHaveDuplicates()
                .allMatch(key -> key.startsWith("envoy:d") && !key.contains("#"));
    }

    @Test
    void keepsLongKeysShortAndDistinct() {
        String[] some = new String[40];
        Arrays.fill(some, "x".repeat(10_000));
        String[] others = some.clone();
        others[39] = "y";
        assertThat(CounterKey.of("d", entries(some)))
                .hasSizeLessThan(1_000)
                .isNotEqualTo(CounterKey.of("d", entries(others)));
    }

    @Test
    void namesTheCountersOfUnitsDifferently() {
        assertThat(CounterKey.rule(Allowance.of(5, Unit.MINUTE))).isEqualTo("#minute");
        assertThat(CounterKey.rule(new Allowance(5, Duration.ofSeconds(90), Algorithm.FIXED_WINDOW)))
                .isEqualTo("#PT1M30S");
    }
}
