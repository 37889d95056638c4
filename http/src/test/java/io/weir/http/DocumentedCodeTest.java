package io.weir.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.weir.testkit.internal.DocumentedJava;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java in docs/http.md compiles and does what the page says. */
final class DocumentedCodeTest {

    @TempDir
    private Path classes;

    @Test
    void theListenerLimitsLogins() throws Exception {
        ServletContextListener limits = (ServletContextListener) DocumentedJava.compile(
                        "Limits", DocumentedJava.blocks("http.md").get(0), classes)
                .getConstructor()
                .newInstance();
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
        String block = DocumentedJava.blocks("http.md").get(1);
        assertThatCode(() -> DocumentedJava.run(block, classes)).doesNotThrowAnyException();
    }
}
