package io.weir.guard.login;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java in docs/guard.md compiles and runs. */
final class DocumentedCodeTest {

    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final String CLASS = """
            %s
            public class Documented implements java.util.function.Supplier<LoginReport> {
                private static LoginReport last;
                public LoginReport get() {
                    try {
                        %s
                    } catch (java.io.IOException unreadable) {
                        throw new java.io.UncheckedIOException(unreadable);
                    }
                    return last;
                }
            }
            """;
    private static final Predicate<String> IS_IMPORT = line -> line.startsWith("import ");

    @Test
    void aLoginIsGuarded(@TempDir Path folder) throws Exception {
        Matcher block = BLOCK.matcher(Files.readString(Path.of("..", "docs", "guard.md")));
        assertThat(block.find()).isTrue();
        String code = block.group(1)
                .replace("Path.of(\"policies", "Path.of(\"../policies")
                .replace("    report.device()", "    last = report;\n    report.device()");
        Path source = Files.writeString(
                folder.resolve("Documented.java"),
                CLASS.formatted(lines(code, IS_IMPORT), lines(code, IS_IMPORT.negate())));
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        int result = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-cp", classPath, "-d", folder.toString(), source.toString());
        assertThat(result).isZero();
        URL[] path = {folder.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(path, getClass().getClassLoader())) {
            Supplier<?> documented = (Supplier<?>)
                    loader.loadClass("Documented").getConstructor().newInstance();
            LoginReport report = (LoginReport) documented.get();
            assertThat(report.locked()).as("one wrong guess").isFalse();
        }
    }

    private static String lines(String code, Predicate<String> kind) {
        return code.lines().filter(kind).collect(Collectors.joining("\n"));
    }
}
