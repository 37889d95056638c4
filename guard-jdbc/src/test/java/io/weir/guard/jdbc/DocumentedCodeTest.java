package io.weir.guard.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java in docs/api-keys.md and docs/audit.md compiles and does what the pages say. */
final class DocumentedCodeTest {

    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final String CLASS = """
            %s
            import java.util.function.Function;
            import javax.sql.DataSource;

            public class Documented implements Function<DataSource, String> {
                public String apply(DataSource dataSource) {
                    %s
                    registry.close();
                    background.close();
                    return caller.orElseThrow().terms().scopes() + " " + found.isIntact();
                }
            }
            """;

    private static final Predicate<String> IS_IMPORT = line -> line.startsWith("import ");

    @TempDir
    private Path folder;

    private static List<String> blocks(String page) throws Exception {
        return BLOCK.matcher(Files.readString(Path.of("..", "docs", page)))
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }

    private static String lines(String code, Predicate<String> kind) {
        return code.lines().filter(kind).collect(Collectors.joining("\n"));
    }

    private Function<DataSource, String> compiled(String code) throws Exception {
        Path source = Files.writeString(
                folder.resolve("Documented.java"),
                CLASS.formatted(lines(code, IS_IMPORT), lines(code, IS_IMPORT.negate())));
        int result = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-classpath",
                        System.getProperty("java.class.path"),
                        "-d",
                        folder.toString(),
                        source.toString());
        assertThat(result).isZero();
        URL[] path = {folder.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(path, getClass().getClassLoader())) {
            @SuppressWarnings("unchecked")
            Function<DataSource, String> documented = (Function<DataSource, String>)
                    loader.loadClass("Documented").getConstructor().newInstance();
            return documented;
        }
    }

    @Test
    void keysAreMadeFoundAndAudited() throws Exception {
        String code =
                (blocks("api-keys.md").get(0) + blocks("audit.md").get(0)).replace("/var/lib/weir", folder.toString());
        try (HikariDataSource dataSource = Pools.open(DatabaseUrl.h2(folder))) {
            assertThat(compiled(code).apply(dataSource)).isEqualTo("[orders:read] true");
        }
    }
}
