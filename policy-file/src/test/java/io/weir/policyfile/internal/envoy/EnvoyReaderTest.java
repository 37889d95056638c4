package io.weir.policyfile.internal.envoy;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Algorithm;
import io.weir.policyfile.PolicyText;
import io.weir.policyfile.internal.envoy.DescriptorLimit.Manner;
import io.weir.store.OnFailure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Reading the files of envoyproxy/ratelimit. */
final class EnvoyReaderTest {

    static List<Path> valid() {
        return EnvoyFiles.valid();
    }

    @ParameterizedTest
    @MethodSource("valid")
    void readsTheSamples(Path file) throws Exception {
        assertThat(EnvoyReader.read(file).all()).hasSize(1);
        assertThat(PolicyText.read(file)).allMatch(EnvoyReader::isFor);
    }

    private static DescriptorLimit limit(String... lines) {
        return only("key: k", "rate_limit: {" + String.join(", ", lines) + "}")
                .limit()
                .orElseThrow();
    }

    private static Node only(String... fields) {
        return EnvoyFiles.read("domain: d", "descriptors: [{" + String.join(", ", fields) + "}]")
                .descriptors()
                .get(0);
    }

    private static Allowance allowance(String... lines) {
        return limit(lines).counting().orElseThrow().allowance();
    }

    @ParameterizedTest
    @CsvSource({"second,1", "MINUTE,60", "Hour,3600", "day,86400", "week,604800", "month,2592000", "year,31536000"})
    void readsUnitsInAnyCase(String unit, long seconds) {
        assertThat(allowance("unit: " + unit, "requests_per_unit: 7"))
                .isEqualTo(new Allowance(7, Duration.ofSeconds(seconds), Algorithm.FIXED_WINDOW));
    }

    @Test
    void readsALimitWithoutANumberAsZero() {
        assertThat(allowance("unit: minute").requests()).isZero();
    }

    @Test
    void readsTheLargestNumber() {
        assertThat(allowance("unit: year", "requests_per_unit: 4294967295").requests())
                .isEqualTo(4_294_967_295L);
    }

    @Test
    void readsNamesAndReplacedNames() {
        DescriptorLimit limit = limit("unit: day", "name: a", "replaces: [{name: b}, {name: c}]");
        assertThat(limit.name()).isEqualTo("a");
        assertThat(limit.replaces()).containsExactly("b", "c");
    }

    @Test
    void readsUnlimitedDescriptors() {
        assertThat(limit("unlimited: true").counting()).isEmpty();
        assertThat(limit("unlimited: yes", "unit: ''").counting()).isEmpty();
    }

    @Test
    void readsShadowModeAndQuotaMode() {
        String minute = "rate_limit: {unit: minute}";
        assertThat(only("key: k", minute).limit().orElseThrow().manner()).isEqualTo(Manner.ENFORCED);
        assertThat(only("key: k", "shadow_mode: true", minute)
                        .limit()
                        .orElseThrow()
                        .manner())
                .isEqualTo(Manner.SHADOW);
        assertThat(only("key: k", "quota_mode: on", minute)
                        .limit()
                        .orElseThrow()
                        .manner())
                .isEqualTo(Manner.QUOTA);
    }

    @Test
    void readsNumbersAndBooleansAsTextLikeEnvoyproxy() {
        assertThat(only("key: status", "value: 404").name()).isEqualTo("status_404");
        assertThat(only("key: authenticated", "value: true").name()).isEqualTo("authenticated_true");
        assertThat(only("key: k", "value: null").name()).isEqualTo("k");
    }

    @Test
    void readsMetadataOfAnyShape() {
        assertThat(EnvoyFiles.mistakes(
                        "domain: d", "descriptors: [{key: k, metadata: {a: [1, {b: c}], anything: {}}}]"))
                .isEmpty();
    }

    @Test
    void readsADomainWithoutDescriptors() {
        assertThat(EnvoyFiles.read("domain: d").descriptors()).isEmpty();
        assertThat(EnvoyFiles.read("domain: d", "descriptors:").descriptors()).isEmpty();
    }

    @Test
    void countsDeniedHitsByDefault() {
        assertThat(EnvoyFiles.read("domain: d").deniedHits()).isEqualTo(DeniedHits.COUNTED);
        Domain free = EnvoyFiles.read("domain: d", "denied-hits: free");
        assertThat(free.deniedHits()).isEqualTo(DeniedHits.FREE);
    }

    @Test
    void readsTheKeysThatWeirAdds() {
        assertThat(allowance("window: 90s", "requests_per_unit: 5", "algorithm: sliding-window"))
                .isEqualTo(new Allowance(5, Duration.ofSeconds(90), Algorithm.SLIDING_WINDOW));
        assertThat(limit("unit: minute", "on_failure: closed").onFailure()).isEqualTo(OnFailure.CLOSED);
        assertThat(limit("unit: minute").onFailure()).isEqualTo(OnFailure.LOCAL);
    }
}
