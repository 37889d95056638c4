package io.weir.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.weir.classify.TrustedProxies;
import io.weir.http.HeaderStyle;
import io.weir.service.ServiceSettings.LogFormat;
import io.weir.service.access.Access;
import io.weir.service.credentials.CredentialSettings;
import io.weir.service.guard.GuardSettings;
import io.weir.service.observe.ObserveSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Clients that keep the service waiting are disconnected, and other clients are not affected. */
final class SlowConnectionsTest {

    private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration DRIP_INTERVAL = Duration.ofMillis(50);
    private static final int CLIENTS_OF_A_KIND = 50;

    private static WeirService start() {
        Access access = new Access("admin-secret", Optional.empty());
        HeaderStyle style = HeaderStyle.of(Set.of());
        return WeirService.start(new ServiceSettings(
                0,
                "127.0.0.1",
                access,
                TrustedProxies.NONE,
                style,
                LogFormat.TEXT,
                IDLE_TIMEOUT,
                StoreSettings.MEMORY,
                PolicySettings.NONE,
                ObserveSettings.USUAL,
                FrontSettings.ofHeap(),
                GuardSettings.NONE,
                CredentialSettings.NONE));
    }

    @Test
    void slowClientsAreDisconnectedWhileOthersAreAnswered() throws Exception {
        List<SlowClient> clients = new ArrayList<>();
        try (WeirService service = start()) {
            for (SlowClient.Kind kind : SlowClient.Kind.values()) {
                for (int i = 0; i < (kind == SlowClient.Kind.READS_NO_ANSWERS ? 2 : CLIENTS_OF_A_KIND); i++) {
                    clients.add(new SlowClient(kind, service.port()));
                }
            }
            RawHttp others = new RawHttp(service);
            List<String> answersToOthers = new ArrayList<>();
            await().pollInterval(DRIP_INTERVAL).atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
                clients.forEach(SlowClient::drip);
                answersToOthers.add(others.get(RawHttp.CHECK + "?key=" + answersToOthers.size()));
                assertThat(clients)
                        .filteredOn(client -> !client.isDisconnected())
                        .extracting(SlowClient::kind)
                        .isEmpty();
            });
            assertThat(answersToOthers).allMatch(answer -> answer.startsWith("HTTP/1.1 200 "));
        } finally {
            for (SlowClient client : clients) {
                client.close();
            }
        }
    }
}
