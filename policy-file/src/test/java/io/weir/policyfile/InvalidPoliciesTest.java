package io.weir.policyfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every file in policies/invalid has one mistake, which its first line describes. */
final class InvalidPoliciesTest {

    static List<Path> invalid() {
        return PolicySamples.invalid();
    }

    @Test
    void thereAreManySamples() {
        assertThat(invalid()).hasSizeGreaterThan(100);
    }

    @ParameterizedTest
    @MethodSource("invalid")
    void reportsTheMistake(Path file) throws Exception {
        String expected =
                Files.readString(file).lines().findFirst().orElseThrow().substring("# ".length());
        InvalidPolicyException refused =
                catchThrowableOfType(InvalidPolicyException.class, () -> PolicySamples.READER.read(file));
        assertThat(refused).as("%s should be rejected", file).isNotNull();
        assertThat(refused.mistakes()).extracting(Mistake::toString).containsExactly(expected);
        assertThat(refused).hasMessage(file + ":" + expected);
    }
}
