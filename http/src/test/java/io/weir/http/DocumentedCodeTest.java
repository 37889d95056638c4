package io.weir.http;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java in docs/http.md compiles and does what the page says. */
final class DocumentedCodeTest {

    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @TempDir
    private Path folder;

    private static List<String> blocks() throws Exception {
        return BLOCK.matcher(Files.readString(Path.of("..", "docs", "http.md")))
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }

    private Class<?> compiled(String name, String code) throws Exception {
        Path source = Files.writeString(folder.resolve(name + ".java"), code);
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
            return loader.loadClass(name);
        }
    }

    @Test
    void theListenerLimitsLogins() throws Exception {
        ServletContextListener limits = (ServletContextListener)
                compiled("Limits", blocks().get(0)).getConstructor().newInstance();
        try (WebServer server = WebServer.start(
                new App(), List.of(), context -> limits.contextInitialized(new ServletContextEvent(context)))) {
            RawHttp raw = new RawHttp(server.port());
            for (int i = 0; i < 11; i++) {
                String response = raw.send("POST", "/login");
                assertThat(RawHttp.status(response)).isEqualTo(i < 10 ? 200 : 429);
            }
            assertThat(raw.send("POST", "/login"))
                    .contains("Retry-After: 6\r\n")
                    .endsWith("{\"type\":\"about:blank\",\"title\":\"Too Many Requests\",\"status\":429,"
                            + "\"detail\":\"rule login-per-ip allows no more for now; try again in 6 s\","
                            + "\"rule\":\"login-per-ip\",\"retryAfterSeconds\":6}");
            assertThat(RawHttp.status(raw.get("/login"))).isEqualTo(200);
        }
    }

    @Test
    void theTwoFiltersCompileAndCanBeCreated() throws Exception {
        String code = blocks().get(1);
        String imports = code.lines().filter(line -> line.startsWith("import ")).collect(Collectors.joining("\n"));
        String body = code.lines().filter(line -> !line.startsWith("import ")).collect(Collectors.joining("\n"));
        compiled("Pair", imports + "\npublic class Pair { public static void run() {\n" + body + "\n}}")
                .getMethod("run")
                .invoke(null);
    }
}
