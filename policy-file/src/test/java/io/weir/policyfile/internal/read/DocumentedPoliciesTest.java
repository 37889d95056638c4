package io.weir.policyfile.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.policyfile.PolicySamples;
import io.weir.policyfile.SchemaTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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
    void everyJavaExampleRuns(@TempDir Path folder) throws Exception {
        assertThat(blocks("java", REFERENCE)).isNotEmpty();
        for (String block : blocks("java", REFERENCE)) {
            assertThat(run(block, folder)).startsWith("allowed; ").contains("login-per-ip: allowed, 9 of 10 left");
        }
    }

    private static String run(String code, Path folder) throws Exception {
        String imports = code.lines().filter(DocumentedPoliciesTest::isImport).collect(Collectors.joining("\n"));
        String body = code.lines().filter(line -> !isImport(line)).collect(Collectors.joining("\n"));
        Path source = Files.writeString(
                folder.resolve("Documented.java"),
                imports + "\nclass Documented { public static void main(String[] none) throws Exception {\n" + body
                        + "\n}}\n");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        source.toString())
                .directory(ROOT.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    private static boolean isImport(String line) {
        return line.startsWith("import ");
    }
}
