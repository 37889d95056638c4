package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.testkit.redis.RedisServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every block of Java that uses Redis in these pages compiles and runs without changes, except for the address. */
final class DocumentedCodeTest {

    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"redis.md", "reliability.md", "coming-from.md", "tutorials/library.md"})
    void everyBlockOfJavaRuns(String name) throws Exception {
        String page = Files.readString(Path.of("..", "docs", name));
        List<String> blocks = BLOCK.matcher(page)
                .results()
                .map((MatchResult match) -> match.group(1))
                .filter(code -> code.contains("import io.weir.redis."))
                .toList();
        assertThat(blocks).isNotEmpty();
        try (RedisServer redis = RedisServer.start()) {
            for (String block : blocks) {
                assertThat(run(block.replace("redis://localhost", redis.uri()))).contains("Welcome");
            }
        }
    }

    private String run(String code) throws Exception {
        String imports = code.lines().filter(DocumentedCodeTest::isImport).collect(Collectors.joining("\n"));
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
