package example;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.policy.Gate;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.Request;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The example behaves as docs/spring.md describes. */
final class ShopTest {

    private static ConfigurableApplicationContext start(String... options) {
        String[] usual = {"--server.port=0", "--logging.level.root=warn"};
        return SpringApplication.run(
                Shop.class, Stream.concat(Stream.of(usual), Stream.of(options)).toArray(String[]::new));
    }

    private static HttpResponse<String> order(ConfigurableApplicationContext shop) throws Exception {
        String port = shop.getEnvironment().getProperty("local.server.port");
        HttpRequest order = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/api/v1/orders"))
                .POST(BodyPublishers.noBody())
                .build();
        return HttpClient.newHttpClient().send(order, BodyHandlers.ofString());
    }

    @Test
    void refusesTheSixthOrder() throws Exception {
        try (ConfigurableApplicationContext shop = start()) {
            for (int i = 0; i < 5; i++) {
                assertThat(order(shop).statusCode()).isEqualTo(200);
            }
            HttpResponse<String> refused = order(shop);
            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.body()).contains("\"rule\":\"/api/v1/orders\"");
        }
    }

    @Test
    void writesItsOwnRefusalsAndReadsTiersFromItsDatabase() throws Exception {
        try (ConfigurableApplicationContext shop = start("--spring.profiles.active=own-refusals")) {
            for (int i = 0; i < 5; i++) {
                order(shop);
            }
            HttpResponse<String> refused = order(shop);
            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.headers().firstValue("Content-Type")).contains("application/json");
            assertThat(refused.body()).matches("\\{\"error\":\"slow_down\",\"seconds\":\\d+}");
            assertThat(shop.getBean(Gate.class)
                            .policy()
                            .limits(shop.getBean(AccountTiers.class)
                                    .classify(Request.of("GET", "/").withCaller(Caller.apiKey("partner")))))
                    .containsKey("tier-premium");
        }
    }
}
