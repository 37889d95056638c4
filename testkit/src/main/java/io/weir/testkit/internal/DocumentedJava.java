package io.weir.testkit.internal;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** The Java in pages of documentation, compiled and run in this process, because starting another process takes seconds. */
public final class DocumentedJava {

    private static final Pattern BLOCK = Pattern.compile("(?s)```java\n(.*?)```");
    private static final Predicate<String> IS_IMPORT = line -> line.startsWith("import ");

    private static final String PROGRAM = """
            %s
            public class Documented {
                public static String run() throws Exception {
                    java.io.StringWriter printed = new java.io.StringWriter();
                    java.io.PrintWriter out = new java.io.PrintWriter(printed, true);
                    %s
                    return printed.toString();
                }
            }
            """;

    private DocumentedJava() {}

    /** Returns the blocks of Java in a page, such as {@code redis.md}, in their order. */
    public static List<String> blocks(String page) throws IOException {
        return BLOCK.matcher(Files.readString(Path.of("..", "docs", page)))
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }

    /** Runs imports and statements, and returns what they print. */
    public static String run(String block, Path classes) throws Exception {
        String program = PROGRAM.formatted(
                lines(block, IS_IMPORT), lines(block, IS_IMPORT.negate()).replace("System.out.", "out."));
        return (String) compile("Documented", program, classes).getMethod("run").invoke(null);
    }

    private static String lines(String block, Predicate<String> kind) {
        return block.lines().filter(kind).collect(Collectors.joining("\n"));
    }

    /** Compiles a public class on the class path of this process, and loads it. */
    public static Class<?> compile(String name, String program, Path classes) throws Exception {
        StringWriter errors = new StringWriter();
        List<String> options =
                List.of("-proc:none", "-classpath", System.getProperty("java.class.path"), "-d", classes.toString());
        boolean compiled = ToolProvider.getSystemJavaCompiler()
                .getTask(errors, null, null, options, null, List.of(source(name, program)))
                .call();
        if (!compiled) {
            throw new AssertionError(program + "\n" + errors);
        }
        URL[] path = {classes.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(path, DocumentedJava.class.getClassLoader())) {
            return loader.loadClass(name);
        }
    }

    private static JavaFileObject source(String name, String program) {
        return new SimpleJavaFileObject(URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return program;
            }
        };
    }
}
