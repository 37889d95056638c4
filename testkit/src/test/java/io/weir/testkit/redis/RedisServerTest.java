package io.weir.testkit.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class RedisServerTest {

    @Test
    void answersOnItsPort() {
        try (RedisServer server = RedisServer.start()) {
            assertThat(server.uri()).isEqualTo("redis://127.0.0.1:" + server.port());
            assertThat(server.command("PING")).isEqualTo("PONG");
            assertThat(server.command("CONFIG", "GET", "port")).isEqualTo("port\n" + server.port());
            assertThat(server.command("GET", "nothing")).isEmpty();
            assertThat(server.log()).contains("Ready to accept connections");
        }
    }

    @Test
    void acceptsOptions() {
        try (RedisServer server = RedisServer.start("--maxmemory", "3mb", "--maxmemory-policy", "allkeys-lru")) {
            assertThat(server.command("CONFIG", "GET", "maxmemory")).endsWith("\n3145728");
            assertThat(server.command("CONFIG", "GET", "maxmemory-policy")).endsWith("\nallkeys-lru");
        }
    }

    @Test
    void putsItsPortIntoOptions() {
        try (RedisServer server = RedisServer.start("--cluster-announce-port", RedisServer.PORT)) {
            assertThat(server.command("CONFIG", "GET", "cluster-announce-port")).endsWith("\n" + server.port());
        }
    }

    @Test
    void throwsTheErrorsOfCommandsAndOfOptions() {
        try (RedisServer server = RedisServer.start()) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> server.command("NONSENSE"))
                    .withMessageContaining("ERR unknown command");
        }
        assertThatIllegalStateException()
                .isThrownBy(() -> RedisServer.start("--nonsense", "yes"))
                .withMessageContaining("Bad directive");
    }

    @Test
    void failsIfItsPortStaysOccupied() {
        try (RedisServer other = RedisServer.start()) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> RedisServer.start("--port", "" + other.port()))
                    .withMessageContaining("no free port in 10 attempts")
                    .withMessageContaining("[--port, " + other.port() + "]");
        }
    }

    @Test
    void restartsEmptyOnItsPort() {
        try (RedisServer server = RedisServer.start("--maxmemory", "3mb")) {
            int port = server.port();
            server.command("SET", "key", "value");
            server.command("SAVE");
            server.kill();
            assertThatExceptionOfType(UncheckedIOException.class)
                    .isThrownBy(() -> server.command("PING"))
                    .withCauseInstanceOf(ConnectException.class);
            server.restart();
            assertThat(server.port()).isEqualTo(port);
            assertThat(server.command("DBSIZE")).isEqualTo("0");
            assertThat(server.command("CONFIG", "GET", "maxmemory")).endsWith("\n3145728");
        }
    }

    @Test
    void keepsItsPortWhileItIsDown() throws IOException {
        try (RedisServer server = RedisServer.start();
                Socket other = new Socket()) {
            server.kill();
            other.setReuseAddress(false);
            assertThatExceptionOfType(BindException.class)
                    .isThrownBy(
                            () -> other.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port())));
        }
    }

    @Test
    void doesNotAnswerWhilePaused() throws IOException {
        try (RedisServer server = RedisServer.start();
                Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            server.pause();
            client.setSoTimeout(50);
            client.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThatExceptionOfType(SocketTimeoutException.class)
                    .isThrownBy(() -> client.getInputStream().read());
            server.resume();
            client.setSoTimeout(10_000);
            assertThat(client.getInputStream().readNBytes(7)).asString().isEqualTo("+PONG\r\n");
        }
    }

    @Test
    void leavesNoProcessAndNoFolder() {
        RedisServer server = RedisServer.start();
        Path folder = server.folder();
        assertThat(folder).exists();
        server.pause();
        server.close();
        assertThat(ProcessHandle.of(server.pid())).isEmpty();
        assertThat(folder).doesNotExist();
    }

    @Test
    void endsWithItsProgram() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = List.of(java, "-cp", System.getProperty("java.class.path"), Forgetful.class.getName());
        Process program = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        List<String> lines = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertThat(program.waitFor()).isZero();
        assertThat(ProcessHandle.of(Long.parseLong(lines.get(0)))).isEmpty();
        assertThat(Path.of(lines.get(1))).doesNotExist();
    }

    /** Starts a Redis, says which, and ends. */
    static final class Forgetful {

        public static void main(String[] arguments) {
            RedisServer server = RedisServer.start();
            System.out.println(server.pid());
            System.out.println(server.folder());
        }
    }
}
