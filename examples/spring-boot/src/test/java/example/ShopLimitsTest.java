package example;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.memory.MemoryStore;
import io.weir.store.Store;
import io.weir.time.ManualTime;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
class ShopLimitsTest {

    @TestConfiguration
    static class Clock {

        @Bean
        ManualTime time() {
            return ManualTime.create();
        }

        @Bean
        Store store(ManualTime time) {
            return new MemoryStore(time);
        }
    }

    @Autowired
    private ManualTime time;

    @Value("${local.server.port}")
    private int port;

    /** Resets all limits, so that tests do not depend on each other. */
    @BeforeEach
    void refill() {
        time.advance(Duration.ofHours(1));
    }

    private HttpResponse<String> order() throws Exception {
        HttpRequest order = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/api/v1/orders"))
                .POST(BodyPublishers.noBody())
                .build();
        return HttpClient.newHttpClient().send(order, BodyHandlers.ofString());
    }

    @Test
    void refusesTheSixthOrderAndAllowsAnotherAfterRetryAfter() throws Exception {
        for (int i = 0; i < 5; i++) {
            assertThat(order().statusCode()).isEqualTo(200);
        }
        HttpResponse<String> refused = order();
        assertThat(refused.statusCode()).isEqualTo(429);
        long seconds = refused.headers().firstValueAsLong("Retry-After").orElseThrow();
        time.advance(Duration.ofSeconds(seconds));
        assertThat(order().statusCode()).isEqualTo(200);
    }

    @Test
    void startsWithFreshCounters() throws Exception {
        for (int i = 0; i < 5; i++) {
            assertThat(order().statusCode()).isEqualTo(200);
        }
    }
}
