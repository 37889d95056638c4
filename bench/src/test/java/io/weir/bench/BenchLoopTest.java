package io.weir.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.bench.BenchConnection.Target;
import io.weir.blackbox.CannedServer;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A bench against servers that misbehave. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class BenchLoopTest {

    private static final Duration PATIENCE = Duration.ofSeconds(50);
    private static final String ALLOWED = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}";

    private static BenchTally bench(String answer, int times, Duration patience) throws Exception {
        try (CannedServer server = new CannedServer(answer, times)) {
            BenchTally tally = new BenchTally(100);
            Target target = Target.of(server.address(), URI.create("http://127.0.0.1"), null, 10);
            new BenchLoop(target, 1, tally, patience).run();
            return tally;
        }
    }

    @Test
    void everyCheckIsSentOnce() throws Exception {
        BenchTally tally = bench(ALLOWED, 100, PATIENCE);
        assertThat(tally.text(1)).contains("100 checks in 1.0 s", "100 allowed, 0 denied, 0 failed");
        assertThat(tally.firstFailure()).isNull();
    }

    @Test
    void aServerThatDiesEndsTheBench() throws Exception {
        BenchTally tally = bench(ALLOWED, 30, PATIENCE);
        assertThat(tally.text(1)).contains("30 allowed, 0 denied, 2 failed");
        assertThat(tally.firstFailure()).isNotNull();
    }

    @Test
    void aConnectionThatTheServerEndsIsReplaced() throws Exception {
        BenchTally tally = bench(ALLOWED.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"), 100, PATIENCE);
        assertThat(tally.text(1)).contains("100 allowed, 0 denied, 0 failed");
    }

    @Test
    void aServerThatNeverAnswersEndsTheBench() throws Exception {
        BenchTally tally = bench("", 100, Duration.ofMillis(200));
        assertThat(tally.text(1)).contains("0 allowed, 0 denied, 1 failed");
        assertThat(tally.firstFailure()).isEqualTo("the server did not answer for 0.2 s");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    SSH-2.0-OpenSSH_9.2                                 | is not HTTP/1.1 with a Content-Length
                    HTTP/1.1 200 OK                                     | is not HTTP/1.1 with a Content-Length
                    HTTP/1.1 200 OK~Content-Length: x                   | is not HTTP/1.1 with a Content-Length
                    HTTP/2 200 OK~Content-Length: 0                     | is not HTTP/1.1 with a Content-Length
                    HTTP/1.1 200 OK~Content-Length: 100000              | is longer than 16384 bytes
                    """)
    void anInvalidResponseEndsTheBench(String head, String why) throws Exception {
        String body = "x".repeat(head.contains("100000") ? 100_000 : 0);
        BenchTally tally = bench(head.replace("~", "\r\n") + "\r\n\r\n" + body, 100, PATIENCE);
        assertThat(tally.firstFailure()).isEqualTo("the server's answer " + why);
        assertThat(tally.text(1)).contains("0 allowed, 0 denied, 1 failed");
    }
}
