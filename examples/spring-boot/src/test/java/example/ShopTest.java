package example;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The example does what docs/spring.md says of it. */
final class ShopTest {

    @Test
    void refusesTheSixthOrder() throws Exception {
        try (ConfigurableApplicationContext shop =
                SpringApplication.run(Shop.class, "--server.port=0", "--logging.level.root=warn")) {
            String port = shop.getEnvironment().getProperty("local.server.port");
            HttpRequest order = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/api/v1/orders"))
                    .POST(BodyPublishers.noBody())
                    .build();
            HttpClient client = HttpClient.newHttpClient();
            for (int i = 0; i < 5; i++) {
                assertThat(client.send(order, BodyHandlers.ofString()).statusCode())
                        .isEqualTo(200);
            }
            HttpResponse<String> refused = client.send(order, BodyHandlers.ofString());
            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.body()).contains("\"rule\":\"/api/v1/orders\"");
        }
    }
}
