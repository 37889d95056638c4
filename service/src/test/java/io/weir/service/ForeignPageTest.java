package io.weir.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.weir.blackbox.Calls;
import io.weir.service.access.Access;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A page of another site that calls the service, in a real browser; skipped if none is installed. */
final class ForeignPageTest {

    @RegisterExtension
    static final Browser BROWSER = new Browser();

    private static final String QUERY = "key=victim&algorithm=SLIDING_WINDOW";

    private static final String PAGE = """
            <p id=image>waiting</p><p id=script>waiting</p>
            <img src="SERVICE/api/v1/rate-limit/check?QUERY&permits=60"
                 onerror="image.innerText = 'done'" onload="image.innerText = 'done'">
            <script>
              fetch('SERVICE/api/v1/rate-limit/check?QUERY&permits=60', {mode: 'no-cors', credentials: 'include'})
                .finally(() => script.innerText = 'done');
            </script>
            """;

    @Test
    void aPageOfAnotherSiteConsumesNothing() throws Exception {
        try (WeirService service =
                WeirService.start(new ServiceSettings(0, "127.0.0.1", new Access(Calls.ADMIN, Optional.empty())))) {
            Calls calls = new Calls(service.port());
            String before = calls.remaining(QUERY).body();
            String page = PAGE.replace("SERVICE", "http://127.0.0.1:" + service.port())
                    .replace("QUERY", QUERY);
            HttpServer other = serve(page);
            try {
                BROWSER.open("http://127.0.0.1:" + other.getAddress().getPort() + "/");
                BROWSER.waitFor("#image", "done");
                BROWSER.waitFor("#script", "done");
            } finally {
                other.stop(0);
            }
            assertThat(calls.remaining(QUERY).body()).isEqualTo(before);
        }
    }

    private static HttpServer serve(String page) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        byte[] bytes = page.getBytes(StandardCharsets.UTF_8);
        server.createContext("/", exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/html");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
        return server;
    }
}
