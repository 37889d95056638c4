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
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every piece of Java in README and docs compiles and runs as it stands; other modules run those on themselves. */
final class DocumentedCodeTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    private static final List<String> OTHER_MODULES = List.of(
            "import io.weir.redis.",
            "import io.weir.policyfile.",
            "import io.weir.http.",
            "import io.weir.spring.",
            "import io.weir.metrics.",
            "import org.springframework.");

    private record Block(Path file, int number, String code) {
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
            List<String> codes = BLOCK.matcher(Files.readString(file))
                    .results()
                    .map((MatchResult match) -> match.group(1))
                    .filter(code -> OTHER_MODULES.stream().noneMatch(code::contains))
                    .toList();
            for (int i = 0; i < codes.size(); i++) {
                blocks.add(new Block(file, i + 1, codes.get(i)));
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
            loader.loadClass("Documented").getMethod("run").invoke(null);
        }
    }

    private static String program(String code) {
        StringBuilder imports = new StringBuilder();
        StringBuilder body = new StringBuilder();
        code.lines()
                .forEach(line -> (line.startsWith("import ") ? imports : body)
                        .append(line)
                        .append('\n'));
        return imports + "public class Documented {\npublic static void run() throws Exception {\n" + body + "}\n}\n";
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
