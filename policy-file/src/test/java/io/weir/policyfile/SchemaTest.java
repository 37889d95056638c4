package io.weir.policyfile;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.JacksonException;

/** The schema that editors use agrees with the reader as far as a schema can. */
public final class SchemaTest {

    private static final String MARK = "# The schema cannot tell.";
    private static final Schema SCHEMA = schema();

    private static Schema schema() {
        InputStream file = Objects.requireNonNull(PolicyReader.class.getResourceAsStream("policy.schema.json"));
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(file, InputFormat.JSON);
    }

    public static boolean accepts(String yaml) {
        try {
            return SCHEMA.validate(yaml, InputFormat.YAML).isEmpty();
        } catch (JacksonException noYaml) {
            return false;
        }
    }

    static List<Path> valid() {
        return PolicySamples.valid();
    }

    static List<Path> invalid() {
        return PolicySamples.invalid();
    }

    @ParameterizedTest
    @MethodSource("valid")
    void acceptsWhatTheReaderAccepts(Path file) throws Exception {
        String yaml = Files.readString(file);
        PolicySamples.READER.read(file);
        assertThat(SCHEMA.validate(yaml, InputFormat.YAML)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("invalid")
    void rejectsAllInvalidPoliciesExceptTheMarkedOnes(Path file) throws Exception {
        String yaml = Files.readString(file);
        assertThat(accepts(yaml)).as(file.toString()).isEqualTo(yaml.lines().anyMatch(MARK::equals));
    }

    @Test
    void knowsEveryKeyOfTheReader() {
        assertThat(accepts("global: {refill-rate: 1}")).isTrue();
        assertThat(accepts("rate-limit: {global: {refill-rate: 1}}")).isTrue();
        assertThat(accepts("rate-limit: {globl: {refill-rate: 1}}")).isFalse();
    }
}
