package io.weir.cli.serve;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.blackbox.ServeProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bad requests make a running service log only a few lines, without text of the requests and without forged records. */
final class LogFloodTest {

    private static final String CHECK = "GET /api/v1/rate-limit/check?key=raw-key";
    private static final String FORGED = "\u001b[31mraw-key\rraw-key";

    /** Requests that are malformed HTTP; each logs one warning. */
    private static final List<String> MALFORMED = List.of(
            CHECK + "raw-key".repeat(1000) + " HTTP/1.1\r\n\r\n",
            CHECK + " HTTP/1.1\r\nAuthorization: Bearer " + "check-secret".repeat(1000) + "\r\n\r\n",
            CHECK + " HTTP/" + FORGED + "\r\n\r\n",
            CHECK + " HTTP/1.1\r\nX-" + FORGED + ": check-secret\r\n\r\n",
            CHECK + " HTTP/1.1\r\nAuthorization: Bearer check-secret\u0000" + FORGED + "\r\n\r\n",
            "POST /raw-key HTTP/1.1\r\nContent-Length: raw-key\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a:1raw-key\r\n\r\n");

    /** Requests that are rejected without a log record. */
    private static final List<String> REJECTED = List.of(
            CHECK + "&permits=raw-key HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer check-secret\r\n\r\n",
            CHECK + " HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer raw-key\r\n\r\n",
            CHECK + "%0d%0aWARN HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer check-secret\r\n\r\n",
            "GET /api/v1/rate-limit/check/?key=raw-key HTTP/1.1\r\nHost: a\r\nAccept: ;;raw-key\r\n\r\n",
            "GET /raw-key/../..;raw-key HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /%0d%0araw-key%1b[31m HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /%zzraw-key\u001b[31m HTTP/1.1\r\nHost: a\r\n\r\n");

    @ParameterizedTest
    @ValueSource(strings = {"text", "json"})
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aFloodOfBadRequestsLogsAFewPlainLines(String format, @TempDir Path folder) throws Exception {
        Map<String, String> secrets = Map.of("WEIR_CHECK_TOKEN", "check-secret", "WEIR_ADMIN_TOKEN", "admin-secret");
        int rounds = 60; // With a line for each malformed request, the log would have 420 lines.
        String output;
        try (ServeProcess service = ServeProcess.start(folder, secrets, "--logs=" + format)) {
            for (int round = 0; round < rounds; round++) {
                for (String request : MALFORMED) {
                    assertThat(answer(service.port(), request)).startsWith("HTTP/1.1 4");
                }
                for (String request : REJECTED) {
                    assertThat(answer(service.port(), request)).startsWith("HTTP/1.1 4");
                }
                resetConnection(service.port());
            }
            output = service.stop();
        }

        assertThat(output.lines().count()).isLessThan(200);
        assertThat(output).contains("Graceful shutdown complete").doesNotContain("raw-key", "-secret", "RAW-KEY");
        assertThat(output.chars().filter(Character::isISOControl).filter(control -> control != '\n'))
                .isEmpty();
        assertThat(output.lines()
                                .filter(line -> line.contains("Decoding failed"))
                                .count()
                        + suppressed(output))
                .isEqualTo((long) rounds * MALFORMED.size());
    }

    private static long suppressed(String output) {
        return Pattern.compile("… and ([0-9,]+) more like these")
                .matcher(output)
                .results()
                .map((MatchResult result) -> result.group(1).replace(",", ""))
                .mapToLong(Long::parseLong)
                .sum();
    }

    private static String answer(int port, String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(request.getBytes(ISO_8859_1));
            return new String(socket.getInputStream().readNBytes(12), ISO_8859_1);
        }
    }

    /** Resets a connection while its responses are being sent. */
    private static void resetConnection(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoLinger(true, 0);
            socket.getOutputStream()
                    .write("GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n"
                            .repeat(20)
                            .getBytes(ISO_8859_1));
        }
    }
}
