package io.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bean for keys that are kept elsewhere, in docs/spring.md, compiles. */
final class DocumentedApiKeysTest {

    private static final Pattern BLOCK =
            Pattern.compile("```java\n(import io\\.weir\\.spring\\.ApiKeys;.*?)```", Pattern.DOTALL);

    private static String page() throws IOException {
        return Files.readString(Path.of("..", "docs", "spring.md"));
    }

    private static String program(String code) {
        String imports = code.lines().filter(line -> line.startsWith("import ")).collect(Collectors.joining("\n"));
        String body = code.lines().filter(line -> !line.startsWith("import ")).collect(Collectors.joining("\n"));
        return imports + "\nclass Documented { void run() {\n" + body + "\n} }\n";
    }

    @Test
    void keysThatAreKeptElsewhereAreFoundByABean(@TempDir Path folder) throws IOException {
        String code = BLOCK.matcher(page()).results().findFirst().orElseThrow().group(1);
        Path source = Files.writeString(folder.resolve("Documented.java"), program(code));
        String[] options = {
            "-proc:none",
            "-classpath",
            System.getProperty("java.class.path"),
            "-d",
            folder.toString(),
            source.toString()
        };
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, options))
                .isZero();
    }
}
