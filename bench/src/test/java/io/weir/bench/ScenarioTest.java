package io.weir.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.blackbox.Calls;
import io.weir.blackbox.Instance;
import io.weir.cli.command.SettingsFile;
import io.weir.service.ServiceSettings;
import io.weir.service.StoreSettings;
import io.weir.service.WeirService;
import io.weir.service.access.Access;
import io.weir.testkit.redis.RedisServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code weir bench --scenario} against a server on Redis with the ready policy. */
final class ScenarioTest {

    private static final RedisServer REDIS = RedisServer.start();
    private static final WeirService SERVICE =
            WeirService.start(new ServiceSettings(0, "127.0.0.1", new Access(Calls.ADMIN, Optional.empty()))
                    .withStore(StoreSettings.redis(REDIS.uri())));

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeAll
    static void pushReadyPolicy() throws Exception {
        String ready = Files.readString(Path.of("..", "policies", "ready.yml"));
        assertThat(new Instance(SERVICE.port()).push(ready).status()).isEqualTo(200);
    }

    @AfterAll
    static void stop() {
        SERVICE.close();
        REDIS.close();
    }

    private int bench(String... arguments) {
        return Bench.commandLine(new SettingsFile(Map.of(), Path.of("no-such-file.yml")))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(Stream.concat(
                                Stream.of("bench", "--url", "http://127.0.0.1:" + SERVICE.port(), "--scenario"),
                                Stream.of(arguments))
                        .toArray(String[]::new));
    }

    private JsonNode crowd(int number) {
        return JsonMapper.shared().readTree(out.toString()).path("crowds").path(number);
    }

    @Test
    void aFloodRejectsOnlyTheAttackers() {
        assertThat(bench("flood", "--for", "2s", "--rate", "400", "--json")).isZero();
        assertThat(crowd(0).path("rejected").asInt()).isGreaterThan(400);
        assertThat(crowd(0).path("requests").asInt()).isGreaterThan(700).isLessThanOrEqualTo(801);
        assertThat(crowd(1).path("allowed").asInt())
                .isEqualTo(crowd(1).path("requests").asInt())
                .isPositive();
    }

    @Test
    void onlyTheNoisyNeighbourIsRejectedAndTheExpectedAlertIsNamed() {
        assertThat(bench("noisy-neighbour", "--for", "2s", "--rate", "200")).isZero();
        assertThat(out.toString())
                .containsPattern("(?m)^ +REQUESTS +ALLOWED +REJECTED +DEGRADED +FAILED +P50 MS")
                .containsPattern("(?m)^noisy one +[34]\\d\\d +1[5-9]\\d +[1-9]\\d* +0 +0 ")
                .containsPattern("(?m)^other callers +\\d+ +\\d+ +0 ")
                .contains("Expect WeirManyRejections (P2)")
                .contains("docs/runbooks");
    }

    @Test
    void anUpgradedUserIsAllowedAgain() {
        assertThat(bench("tier-upgrade", "--for", "2s", "--rate", "300", "--json"))
                .isZero();
        assertThat(crowd(0).path("rejected").asInt()).isPositive();
        // More than the free tier allows in the whole scenario.
        assertThat(crowd(0).path("allowed").asInt()).isGreaterThan(300);
    }

    @Test
    void aPausedRedisIsAnOutageAndResumesAfterwards() {
        assertThat(bench("redis-outage", "--for", "6s", "--redis-pid", Long.toString(REDIS.pid()), "--json"))
                .isZero();
        assertThat(crowd(1).path("degraded").asInt()).isPositive();
        assertThat(crowd(1).path("degraded").asInt())
                .isLessThan(crowd(1).path("requests").asInt());
        assertThat(crowd(1).path("failed").asInt()).isZero();
        assertThat(REDIS.command("PING")).isEqualTo("PONG");
    }

    @Test
    void onlyARedisProcessIsPaused() {
        String own = Long.toString(ProcessHandle.current().pid());
        assertThat(bench("redis-outage", "--redis-pid", own)).isEqualTo(2);
        assertThat(err.toString()).contains("--redis-pid " + own + " is ").contains(", no Redis");
        assertThat(bench("flood", "--redis-pid", own)).isEqualTo(2);
        assertThat(err.toString()).contains("--redis-pid is for --scenario redis-outage");
    }
}
