package io.weir.policyfile.internal.envoy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.weir.policyfile.InvalidPolicyException;
import io.weir.policyfile.Mistake;
import io.weir.policyfile.PolicyText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every file in policies/envoy-invalid has one mistake, which its first line describes. */
final class InvalidEnvoyFilesTest {

    static List<Path> invalid() {
        return EnvoyFiles.invalid();
    }

    @Test
    void thereAreManySamples() {
        assertThat(invalid()).hasSizeGreaterThan(40);
    }

    @ParameterizedTest
    @MethodSource("invalid")
    void reportsTheMistake(Path file) throws Exception {
        String expected =
                Files.readString(file).lines().findFirst().orElseThrow().substring("# ".length());
        InvalidPolicyException refused =
                catchThrowableOfType(InvalidPolicyException.class, () -> EnvoyReader.read(file));
        assertThat(refused).as("%s should be rejected", file).isNotNull();
        assertThat(refused.mistakes()).extracting(Mistake::toString).containsExactly(expected);
        assertThat(refused).hasMessage(file + ":" + expected);
    }

    @Test
    void reportsADomainThatTwoFilesHave() {
        assertThat(mistakes(Map.of("a.yml", "domain: shop", "b.yml", "domain: shop")))
                .containsExactly("b.yml:1:9: the domain \"shop\" is already defined in a.yml;"
                        + " write all its descriptors in one file");
    }

    @Test
    void reportsTheMistakesOfAllFilesAtOnce() {
        assertThat(mistakes(Map.of(
                        "a.yml", "domain: a\ndescriptors: [{}, {key: b, shadow_mode: 5}]",
                        "b.yml", "domain: ''",
                        "c.yml", "domain: c")))
                .containsExactly(
                        "a.yml:2:15: the descriptor has no key; write key: remote_address",
                        "a.yml:2:41: shadow_mode must be true or false, not \"5\"",
                        "b.yml:1:9: the name of a domain is expected here; write domain: shop");
    }

    private static List<String> mistakes(Map<String, String> files) {
        List<PolicyText> texts = files.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(file -> new PolicyText(file.getKey(), file.getValue()))
                .toList();
        InvalidPolicyException refused =
                catchThrowableOfType(InvalidPolicyException.class, () -> EnvoyReader.read(texts));
        return refused.mistakes().stream()
                .map(mistake -> mistake.file() + ":" + mistake)
                .toList();
    }
}
