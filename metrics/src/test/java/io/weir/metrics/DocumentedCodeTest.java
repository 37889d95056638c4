package io.weir.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java in docs/metrics.md compiles and runs without changes. */
final class DocumentedCodeTest {

    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @TempDir
    private Path classes;

    @Test
    void theBlockOfJavaRuns() throws Exception {
        Matcher block = BLOCK.matcher(Files.readString(Path.of("..", "docs", "metrics.md")));
        assertThat(block.find()).isTrue();
        String code = block.group(1);
        String imports = code.lines().filter(DocumentedCodeTest::isImport).collect(Collectors.joining("\n"));
        String body = code.lines().filter(line -> !isImport(line)).collect(Collectors.joining("\n"));
        compile(imports + "\npublic class Documented { public static void run() {\n" + body + "\n}}\n");
        URL[] path = {classes.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(path, getClass().getClassLoader())) {
            loader.loadClass("Documented").getMethod("run").invoke(null);
        }
    }

    private static boolean isImport(String line) {
        return line.startsWith("import ");
    }

    private void compile(String program) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter errors = new StringWriter();
        List<String> options =
                List.of("-proc:none", "-classpath", System.getProperty("java.class.path"), "-d", classes.toString());
        JavaFileObject source =
                new SimpleJavaFileObject(URI.create("string:///Documented.java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return program;
                    }
                };
        boolean compiled = compiler.getTask(errors, null, null, options, null, List.of(source))
                .call();
        assertThat(compiled).as("%s%n%s", program, errors).isTrue();
    }
}
