package io.weir.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.bench.PacedLoop.Evaluations;
import io.weir.blackbox.CannedServer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A scenario against servers that misbehave. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class PacedLoopTest {

    private static final String DEGRADED = "HTTP/1.1 429 No\r\ncontent-length: 17\r\n\r\n{\"degraded\":true}";

    private final CrowdTally tally = new CrowdTally(new Crowd("crowd", 100, (number, part) -> "{}"));

    private void run(CannedServer server, Duration patience) throws IOException {
        Evaluations evaluations = Evaluations.at(server.address(), URI.create("http://127.0.0.1"), "secret");
        new PacedLoop(evaluations, List.of(tally), patience).run(Duration.ofMillis(500), part -> {});
    }

    @Test
    void everyDueRequestIsSentAndItsResponseCounted() throws IOException {
        try (CannedServer server = new CannedServer(DEGRADED, 1_000)) {
            run(server, Duration.ofSeconds(50));
        }
        assertThat(tally.rejected()).isEqualTo(tally.degraded()).isBetween(1L, 50L);
        assertThat(tally.firstFailure()).isNull();
    }

    @Test
    void connectionsThatTheServerEndsAreReplaced() throws IOException {
        String last = DEGRADED.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");
        try (CannedServer server = new CannedServer(last, 1_000)) {
            run(server, Duration.ofSeconds(50));
        }
        assertThat(tally.rejected()).isPositive();
        assertThat(tally.firstFailure()).isNull();
    }

    @Test
    void aServerThatNeverAnswersEndsTheScenario() throws IOException {
        try (CannedServer server = new CannedServer("", 1_000)) {
            assertThatThrownBy(() -> run(server, Duration.ofMillis(200)))
                    .hasMessage("the server did not answer for 0.2 s");
        }
    }

    @Test
    void aServerThatDiesEndsTheScenario() throws IOException {
        try (CannedServer server = new CannedServer(DEGRADED, 3)) {
            assertThatThrownBy(() -> run(server, Duration.ofSeconds(50))).isInstanceOf(IOException.class);
        }
        assertThat(tally.rejected()).isEqualTo(3);
    }
}
