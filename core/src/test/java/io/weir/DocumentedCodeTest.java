package io.weir;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every block of Java in README and docs compiles, runs and prints what the page says. Blocks that use other modules
 * are run there.
 */
final class DocumentedCodeTest {

    private static final Path ROOT = Path.of("..");
    /** A block of code, and the indented lines after it, which are its output. */
    private static final Pattern BLOCK = Pattern.compile("(?s)```java\n(.*?)```\n*((?: {4}[^\n]*\n)*)");

    private static final List<String> OTHER_MODULES = List.of(
            "import io.weir.client.",
            "import io.weir.redis.",
            "import io.weir.policyfile.",
            "import io.weir.http.",
            "import io.weir.guard.",
            "import io.weir.spring.",
            "import io.weir.metrics.",
            "import org.springframework.");

    private record Block(Path file, int number, String code, String output) {
        @Override
        public String toString() {
            return file.getFileName() + " block " + number;
        }
    }

    static Stream<Block> blocks() throws Exception {
        List<Block> blocks = new ArrayList<>();
        List<Path> files = new ArrayList<>(List.of(ROOT.resolve("README.md")));
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            docs.filter(file -> file.toString().endsWith(".md")).forEach(files::add);
        }
        for (Path file : files) {
            List<MatchResult> found = BLOCK.matcher(Files.readString(file))
                    .results()
                    .filter(match -> OTHER_MODULES.stream().noneMatch(match.group(1)::contains))
                    .toList();
            for (int i = 0; i < found.size(); i++) {
                blocks.add(new Block(
                        file, i + 1, found.get(i).group(1), found.get(i).group(2)));
            }
        }
        return blocks.stream();
    }

    @Test
    void theReadmeHasCode() throws Exception {
        assertThat(blocks()).anyMatch(block -> block.file().endsWith("README.md"));
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void compilesAndRuns(Block block, @TempDir Path classes) throws Exception {
        compile(program(block.code()), classes);
        URL[] path = {classes.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(path, getClass().getClassLoader())) {
            Object printed = loader.loadClass("Documented").getMethod("run").invoke(null);
            if (!block.output().isEmpty()) {
                assertThat(printed.toString()).matches(pattern(block.output()));
            }
        }
    }

    /** An ellipsis stands for any text in a line. */
    private static Pattern pattern(String output) {
        return Pattern.compile(output.lines()
                .map(line -> Pattern.quote(line.strip()).replace("…", "\\E.*\\Q"))
                .collect(Collectors.joining("\\R", "", "\\R?")));
    }

    private static String program(String code) {
        StringBuilder imports = new StringBuilder();
        StringBuilder body = new StringBuilder();
        code.lines()
                .forEach(line -> (line.startsWith("import ") ? imports : body)
                        .append(line)
                        .append('\n'));
        return imports + """
                public class Documented {
                public static Object run() throws Exception {
                java.io.StringWriter printed = new java.io.StringWriter();
                java.io.PrintWriter out = new java.io.PrintWriter(printed, true);
                """ + body.toString().replace("System.out.", "out.") + "return printed;\n}\n}\n";
    }

    private static void compile(String program, Path classes) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter errors = new StringWriter();
        List<String> options =
                List.of("-proc:none", "-classpath", System.getProperty("java.class.path"), "-d", classes.toString());
        boolean compiled = compiler.getTask(errors, null, null, options, null, List.of(source(program)))
                .call();
        assertThat(compiled).as("%s%n%s", program, errors).isTrue();
    }

    private static JavaFileObject source(String program) {
        return new SimpleJavaFileObject(URI.create("string:///Documented.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return program;
            }
        };
    }
}
