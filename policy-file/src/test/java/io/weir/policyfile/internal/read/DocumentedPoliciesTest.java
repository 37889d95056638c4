package io.weir.policyfile.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.policyfile.PolicySamples;
import io.weir.policyfile.SchemaTest;
import io.weir.testkit.internal.DocumentedJava;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every block of YAML in these pages is a policy, and the Java in docs/policies.md runs unchanged. */
final class DocumentedPoliciesTest {

    private static final Path ROOT = Path.of("..");
    private static final String REFERENCE = "docs/policies.md";

    private static List<String> blocks(String language, String file) throws IOException {
        String page = Files.readString(ROOT.resolve(file));
        return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(page)
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }

    static List<String> policies() throws IOException {
        List<String> policies = new ArrayList<>();
        for (String page :
                List.of(REFERENCE, "README.md", "docs/coming-from.md", "docs/guard.md", "docs/tutorials/service.md")) {
            policies.addAll(blocks("yaml", page));
        }
        return policies;
    }

    @ParameterizedTest
    @MethodSource("policies")
    void isRead(String yaml) {
        assertThat(PolicySamples.mistakes(yaml)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("policies")
    void passesTheSchema(String yaml) {
        assertThat(SchemaTest.accepts(yaml)).isTrue();
    }

    @Test
    void everyOptionHasAnExample() throws IOException {
        String examples = String.join("\n", blocks("yaml", REFERENCE));
        List<String> without = Stream.of(
                        PolicyBody.KEYS,
                        RuleReader.KEYS,
                        MatchReader.KEYS,
                        LimitReader.KEYS,
                        PerReader.WORDS,
                        LoginReader.KEYS,
                        LoginReader.RULE_KEYS)
                .flatMap(List::stream)
                .filter(word -> !Pattern.compile("(?<![\\w-])" + word + "(?![\\w-])")
                        .matcher(examples)
                        .find())
                .toList();
        assertThat(without).isEmpty();
    }

    @Test
    void everyJavaExampleRuns(@TempDir Path classes) throws Exception {
        List<String> blocks = DocumentedJava.blocks("policies.md");
        assertThat(blocks).isNotEmpty();
        for (String block : blocks) {
            // The paths on the page start at the root of the project; this test runs in a folder below it.
            assertThat(DocumentedJava.run(block.replace("Path.of(\"policies", "Path.of(\"../policies"), classes))
                    .startsWith("allowed; ")
                    .contains("login-per-ip: allowed, 9 of 10 left");
        }
    }
}
