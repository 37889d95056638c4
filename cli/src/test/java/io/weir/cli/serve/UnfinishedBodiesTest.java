package io.weir.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.blackbox.ServeProcess;
import io.weir.service.FrontSettings;
import io.weir.service.ServiceSettings;
import io.weir.service.WeirService;
import io.weir.service.access.Access;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Unfinished requests do not exhaust the memory of a real process with a small heap. */
final class UnfinishedBodiesTest {

    private static final Map<String, String> SMALL = Map.of("JAVA_TOOL_OPTIONS", "-Xmx64m -XX:+ExitOnOutOfMemoryError");

    @TempDir
    private Path folder;

    @Test
    void aServiceWithASmallHeapSurvives() throws Exception {
        try (ServeProcess service = ServeProcess.start(folder, SMALL)) {
            flood(service.port(), 2_000, "evaluate", 16_383);
            flood(service.port(), 200, "evaluate/batch", 1_048_575);
            assertThat(service.stop()).doesNotContain("java.lang.OutOfMemoryError");
        }
    }

    /** Clients send bodies without the last byte. Other clients are answered meanwhile and afterwards. */
    private static void flood(int port, int clients, String call, int bytes) throws Exception {
        String head = "POST /api/v1/rate-limit/" + call + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
                + (bytes + 1) + "\r\n\r\n";
        byte[] unfinished = (head + " ".repeat(bytes)).getBytes(StandardCharsets.ISO_8859_1);
        List<SocketChannel> open = new ArrayList<>();
        try {
            for (int i = 0; i < clients; i++) {
                open.add(send(port, unfinished));
            }
            assertThat(check(port)).startsWith("HTTP/1.1 200 ");
        } finally {
            for (SocketChannel each : open) {
                each.close();
            }
        }
        assertThat(check(port)).startsWith("HTTP/1.1 200 ");
    }

    /** Sends a request, or the part of it that the service reads before it closes the connection. */
    private static SocketChannel send(int port, byte[] request) throws IOException {
        SocketChannel channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        try {
            ByteBuffer bytes = ByteBuffer.wrap(request);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } catch (IOException hungUp) {
            channel.close();
        }
        return channel;
    }

    private static String check(int port) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream()
                    .write("GET /api/v1/rate-limit/check?key=a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void connectionsBeyondTheMaximumReplaceTheSlowest() throws Exception {
        ServiceSettings usual = new ServiceSettings(0, "127.0.0.1", new Access("admin-secret", Optional.empty()));
        try (WeirService service =
                WeirService.start(usual.withFront(FrontSettings.ofHeap().withMostConnections(50)))) {
            int port = service.port();
            List<SocketChannel> idle = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                idle.add(send(port, "GET /".getBytes(StandardCharsets.ISO_8859_1)));
            }
            for (int i = 0; i < 20; i++) {
                assertThat(check(port)).startsWith("HTTP/1.1 200 ");
            }
            for (SocketChannel each : idle) {
                each.close();
            }
        }
    }
}
