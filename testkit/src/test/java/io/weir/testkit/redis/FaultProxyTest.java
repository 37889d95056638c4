package io.weir.testkit.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.weir.testkit.fault.FaultProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class FaultProxyTest {

    private static final String PONG = "+PONG\r\n";

    private RedisServer server;
    private FaultProxy proxy;

    @BeforeEach
    void start() {
        server = RedisServer.start();
        proxy = FaultProxy.before(server.port());
    }

    @AfterEach
    void stop() {
        proxy.close();
        server.close();
    }

    @Test
    void passesMoreBytesThanItsBufferHolds() {
        String large = "0123456789".repeat(2_000_000);
        assertThat(Wire.call(proxy.port(), "SET", "key", large)).isEqualTo("OK");
        assertThat(Wire.call(proxy.port(), "GET", "key")).isEqualTo(large);
    }

    @Test
    void deliversNothingBeforeTheDelayInEachDirection() {
        proxy.delay(Duration.ofMillis(50));
        long start = System.nanoTime();
        assertThat(Wire.call(proxy.port(), "PING")).isEqualTo("PONG");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(100));
    }

    @Test
    void countsDelaysOfLessThanAMillisecond() {
        proxy.delay(Duration.ofNanos(250_000));
        long start = System.nanoTime();
        for (int i = 0; i < 10; i++) {
            Wire.call(proxy.port(), "PING");
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(5));
    }

    /** In sequence these transfers would take five minutes. */
    @Test
    @Timeout(60)
    void delaysRequestsInFlightTogetherAndKeepsTheirOrder() throws IOException {
        proxy.delay(Duration.ofMillis(300));
        try (Socket client = connect()) {
            client.setSoTimeout(60_000);
            for (int i = 0; i < 500; i++) {
                send(client, "ECHO " + (1_000 + i) + "\r\n");
            }
            String expected = IntStream.range(0, 500)
                    .mapToObj(i -> "$4\r\n" + (1_000 + i) + "\r\n")
                    .collect(Collectors.joining());
            assertThat(receive(client, expected.length())).isEqualTo(expected);
        }
    }

    @Test
    void passesNothingWhileStalledAndEverythingWhenHealed() throws IOException {
        try (Socket old = connect()) {
            proxy.stall();
            try (Socket young = connect()) {
                for (Socket client : new Socket[] {old, young}) {
                    send(client, "PING\r\n");
                    assertSilence(client);
                }
                assertThat(server.command("INFO", "commandstats")).doesNotContain("cmdstat_ping");
                proxy.heal();
                assertThat(receive(old, PONG.length())).isEqualTo(PONG);
                assertThat(receive(young, PONG.length())).isEqualTo(PONG);
            }
        }
    }

    @Test
    void deliversDelayedBytesWhenHealed() throws IOException {
        proxy.delay(Duration.ofDays(1));
        try (Socket client = connect()) {
            send(client, "PING\r\n");
            assertSilence(client);
            proxy.heal();
            assertThat(receive(client, PONG.length())).isEqualTo(PONG);
        }
    }

    @Test
    void resetsConnectionsAndAcceptsNewOnes() throws IOException {
        try (Socket client = connect()) {
            assertAnswers(client);
            proxy.cut();
            assertReset(client);
        }
        assertThat(proxy.connections()).isZero();
        assertThat(Wire.call(proxy.port(), "PING")).isEqualTo("PONG");
    }

    @Test
    void rejectsNewConnectionsAndKeepsOldOnes() throws IOException {
        try (Socket client = connect()) {
            assertAnswers(client);
            proxy.refuse();
            assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> Wire.call(proxy.port(), "PING"));
            assertAnswers(client);
        }
        proxy.heal();
        assertThat(Wire.call(proxy.port(), "PING")).isEqualTo("PONG");
    }

    @Test
    void cutsOneReplyInTheMiddle() throws IOException {
        try (Socket client = connect()) {
            assertAnswers(client);
            proxy.cutAfterBytes(PONG.length() + 3);
            send(client, "PING\r\nPING\r\nPING\r\n");
            assertThat(receive(client, PONG.length() + 3)).isEqualTo(PONG + "+PO");
            assertReset(client);
        }
        assertThat(Wire.call(proxy.port(), "PING")).isEqualTo("PONG");
    }

    @Test
    void disconnectsTheServerWhileClientsStayConnected() throws IOException {
        try (Socket old = connect()) {
            assertAnswers(old);
            proxy.halfOpen();
            awaitClientsOfServer(0);
            try (Socket young = connect()) {
                for (Socket client : new Socket[] {old, young, old}) {
                    send(client, "PING\r\n");
                    assertSilence(client);
                }
                proxy.heal();
                assertSilence(old);
                assertSilence(young);
            }
        }
        assertThat(Wire.call(proxy.port(), "PING")).isEqualTo("PONG");
        Poll.until("all links are closed", () -> proxy.connections() == 0);
    }

    @Test
    void resetsClientsOfAServerThatIsGone() throws IOException {
        try (Socket client = connect()) {
            assertAnswers(client);
            server.kill();
            assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> Wire.call(proxy.port(), "PING"));
        }
        server.restart();
        assertThat(Wire.call(proxy.port(), "PING")).isEqualTo("PONG");
    }

    @Test
    void closesTheServersSideWithTheClients() throws IOException {
        try (Socket client = connect()) {
            assertAnswers(client);
            awaitClientsOfServer(1);
        }
        awaitClientsOfServer(0);
        Poll.until("the link is closed", () -> proxy.connections() == 0);
    }

    @Test
    void acceptsNoFaultsWhenClosed() throws IOException {
        try (Socket client = connect()) {
            assertAnswers(client);
            proxy.close();
            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
        assertThatIllegalStateException().isThrownBy(proxy::cut).withMessage("the proxy is closed");
    }

    private Socket connect() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), proxy.port());
    }

    private void awaitClientsOfServer(int count) {
        // The client that asks is one of them.
        Poll.until(
                count + " clients of the server",
                () -> server.command("CLIENT", "LIST").lines().count() == count + 1);
    }

    private static void send(Socket client, String text) throws IOException {
        client.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String receive(Socket client, int length) throws IOException {
        client.setSoTimeout(30_000);
        return new String(client.getInputStream().readNBytes(length), StandardCharsets.US_ASCII);
    }

    private static void assertAnswers(Socket client) throws IOException {
        send(client, "PING\r\n");
        assertThat(receive(client, PONG.length())).isEqualTo(PONG);
    }

    private static void assertSilence(Socket client) throws SocketException {
        client.setSoTimeout(50);
        assertThatExceptionOfType(SocketTimeoutException.class)
                .isThrownBy(() -> client.getInputStream().read());
    }

    private static void assertReset(Socket client) throws SocketException {
        client.setSoTimeout(30_000);
        assertThatExceptionOfType(SocketException.class)
                .isThrownBy(() -> client.getInputStream().read())
                .withMessageContaining("reset");
    }
}
