package io.weir.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.blackbox.CannedServer;
import io.weir.cli.command.SettingsFile;
import io.weir.limit.Limit;
import io.weir.policy.Policy;
import io.weir.policy.rule.Rule;
import io.weir.service.ServiceSettings;
import io.weir.service.WeirService;
import io.weir.service.access.Access;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** {@code weir bench} against a running server. */
final class BenchCommandTest {

    private static final WeirService SERVICE =
            WeirService.start(new ServiceSettings(0, "127.0.0.1", new Access("admin-secret", Optional.empty())));

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @AfterAll
    static void stop() {
        SERVICE.close();
    }

    private int weir(String... arguments) {
        return run(Stream.concat(Stream.of(arguments), Stream.of("--url", "http://127.0.0.1:" + SERVICE.port()))
                .toArray(String[]::new));
    }

    private int run(String... arguments) {
        return Bench.commandLine(new SettingsFile(Map.of(), Path.of("no-such-file.yml")))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }

    @Test
    void anUnreachableServerIsReportedWithTheCommandThatStartsIt() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        assertThat(run("bench", "--url", "http://127.0.0.1:" + free)).isEqualTo(4);
        assertThat(err.toString()).contains("Cannot reach http://127.0.0.1:" + free + ": start it with weir serve");
    }

    @Test
    void everyOtherCommandWorksToo() {
        assertThat(weir("check", "user:42")).isZero();
        assertThat(out.toString()).contains("allowed, 99 left");
    }

    @Test
    void helpShowsExamples() {
        assertThat(run("bench", "--help")).isZero();
        assertThat(out.toString()).contains("Usage: weir bench", "weir bench --scenario flood --for 2min");
    }

    @Test
    void benchLoadsTheServerAndReports() {
        assertThat(weir("bench", "--requests", "2000", "--connections", "4", "--keys", "10"))
                .isZero();
        assertThat(out.toString())
                .containsPattern("2,000 checks in [0-9.]+ s: [0-9,]+ per second")
                .containsPattern("[0-9,]+ allowed, [0-9,]+ denied, 0 failed")
                .containsPattern("latency p50 [0-9.]+ ms, p95 [0-9.]+ ms, p99 [0-9.]+ ms");
        assertThat(weir("bench", "--requests", "100", "--json")).isZero();
        assertThat(out.toString()).containsPattern("\\{\"checks\":100,.*\"failed\":0,\"latencyMillis\":\\{\"p50\":");
    }

    @Test
    void aBenchThatFailsSaysWhy() throws Exception {
        assertThat(weir("bench", "--requests", "0")).isEqualTo(2);
        assertThat(err.toString()).contains("--requests, --connections and --keys must be at least 1");
        assertThat(run("bench", "--url", "https://127.0.0.1")).isEqualTo(2);
        assertThat(err.toString()).contains("bench speaks http only");
        assertThat(run("bench", "--url", "localhost:8080")).isEqualTo(2);
        assertThat(err.toString()).contains("--url must be like http://127.0.0.1:8080, but was localhost:8080");
        try (CannedServer server = new CannedServer("HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n", 100)) {
            String url = "http://127.0.0.1:" + server.address().getPort();
            assertThat(run("bench", "--requests", "100", "--url", url)).isEqualTo(1);
        }
        assertThat(out.toString()).contains("0 allowed, 0 denied, 100 failed");
        assertThat(err.toString()).contains("The first failure: the server answered HTTP 401");
    }

    @Test
    void aScenarioThatCannotRunSaysWhy() {
        SERVICE.gate().replace(Policy.of());
        assertThat(weir("bench", "--scenario", "flood")).isEqualTo(1);
        assertThat(err.toString())
                .contains("The server enforces no rule on {\"method\":\"POST\",\"path\":\"/api/v1/login\"");
        SERVICE.gate().replace(Policy.of(Rule.of("all", Limit.parse("1000000/h"))));
        assertThat(weir("bench", "--scenario", "redis-outage")).isEqualTo(1);
        assertThat(err.toString()).contains("The server counts in its memory: start it with --redis");
        assertThat(weir("bench", "--scenario", "flood", "--for", "1s", "--rate", "1"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("Nobody was rejected: take longer (--for), or send more (--rate).");
        assertThat(weir("bench", "--scenario", "flood", "--for", "2h")).isEqualTo(2);
        assertThat(err.toString()).contains("--for must be from 1s to 1h");
        assertThat(weir("bench", "--scenario", "flood", "--rate", "20001")).isEqualTo(2);
        assertThat(err.toString()).contains("--rate must be from 0 to 20000");
        assertThat(weir("bench", "--scenario", "flood", "--keys", "1")).isEqualTo(2);
        assertThat(err.toString()).contains("--requests, --connections and --keys are for a bench without --scenario");
        assertThat(weir("bench", "--rate", "1")).isEqualTo(2);
        assertThat(err.toString()).contains("--for, --rate and --redis-pid need a --scenario");
        assertThat(weir("bench", "--scenario", "rain")).isEqualTo(2);
        assertThat(err.toString()).contains("write flood, noisy-neighbour, redis-outage or tier-upgrade, not rain");
    }
}
