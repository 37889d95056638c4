package io.weir.service.http.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The choice of the client to disconnect when there are too many clients or too many held bytes. */
final class ConnectionsTest {

    private static final class Client implements Connections.Client {
        private final AtomicLong heldBytes = new AtomicLong();
        private long waitingSince = Long.MAX_VALUE;
        private boolean disconnected;

        @Override
        public long waitingSinceNanos() {
            return waitingSince;
        }

        @Override
        public AtomicLong heldBytes() {
            return heldBytes;
        }

        @Override
        public void disconnect() {
            disconnected = true;
        }
    }

    private final Connections connections = new Connections(3, 1_000);
    private final List<Client> clients = new ArrayList<>();

    private Connections.Entry enter(long waitingSince) {
        Client client = new Client();
        client.waitingSince = waitingSince;
        clients.add(client);
        return Objects.requireNonNull(connections.enter(client));
    }

    private List<Boolean> disconnected() {
        return clients.stream().map(client -> client.disconnected).toList();
    }

    @Test
    void aNewClientReplacesTheSlowest() {
        enter(50);
        enter(Long.MAX_VALUE);
        enter(Long.MAX_VALUE);
        assertThat(enter(60)).isNotNull();
        assertThat(disconnected()).containsExactly(true, false, false, false);
        assertThat(connections.count()).isEqualTo(3);
    }

    @Test
    void aClientWithAPendingRequestIsNotDisconnected() {
        enter(Long.MAX_VALUE);
        enter(Long.MAX_VALUE);
        Connections.Entry third = enter(Long.MAX_VALUE);
        assertThat(connections.enter(new Client())).isNull();
        connections.leave(third);
        assertThat(enter(60)).isNotNull();
        assertThat(disconnected()).containsOnly(false);
    }

    @Test
    void theClientThatHoldsMostIsDisconnectedFirst() {
        Connections.Entry small = enter(1);
        Connections.Entry large = enter(1);
        connections.hold(small, 300);
        connections.hold(large, 600);
        assertThat(disconnected()).containsExactly(false, false);
        connections.hold(small, 200);
        assertThat(disconnected()).containsExactly(false, true);
        assertThat(connections.heldBytes()).isEqualTo(500);
    }

    @Test
    void releasedBytesDoNotCountAndAreReleasedOnce() {
        Connections.Entry entry = enter(1);
        connections.hold(entry, 800);
        connections.release(entry, 500);
        connections.hold(entry, 600);
        assertThat(disconnected()).containsExactly(false);
        connections.leave(entry);
        connections.leave(entry);
        assertThat(connections.heldBytes()).isZero();
        assertThat(connections.count()).isZero();
    }
}
