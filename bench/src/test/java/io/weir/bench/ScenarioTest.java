package io.weir.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.blackbox.Calls;
import io.weir.blackbox.Instance;
import io.weir.cli.command.SettingsFile;
import io.weir.failure.Safeguards;
import io.weir.service.ServiceSettings;
import io.weir.service.StoreSettings;
import io.weir.service.WeirService;
import io.weir.service.access.Access;
import io.weir.testkit.redis.RedisServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code weir bench --scenario} against a server on Redis with the ready policy. */
final class ScenarioTest {

    private static final RedisServer REDIS = RedisServer.start();

    /** A service that waits long for Redis, so that no decision is degraded because the machine is busy. */
    private static final WeirService SERVICE = start(new StoreSettings(
            Optional.of(REDIS.uri() + "?timeout=30s"),
            Safeguards.defaults().withDeadline(Duration.ofSeconds(30)),
            HttpResponseStatus.TOO_MANY_REQUESTS));

    private static final String TOO_BUSY = "This machine is too busy to send enough requests";

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

    private static WeirService start(StoreSettings store) {
        return WeirService.start(
                new ServiceSettings(0, "127.0.0.1", new Access(Calls.ADMIN, Optional.empty())).withStore(store));
    }

    private int bench(String... arguments) {
        return bench(SERVICE, arguments);
    }

    private int bench(WeirService service, String... arguments) {
        return Bench.commandLine(new SettingsFile(Map.of(), Path.of("no-such-file.yml")))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(Stream.concat(
                                Stream.of("bench", "--url", "http://127.0.0.1:" + service.port(), "--scenario"),
                                Stream.of(arguments))
                        .toArray(String[]::new));
    }

    private JsonNode crowd(int number) {
        return JsonMapper.shared().readTree(out.toString()).path("crowds").path(number);
    }

    /** A busy machine sends fewer requests than it should, sometimes too few to be rejected. */
    private void requireRequests(int fewest) {
        assumeTrue(crowd(0).path("requests").asInt() >= fewest, TOO_BUSY);
    }

    @Test
    void aFloodRejectsOnlyTheAttackers() {
        assertThat(bench("flood", "--for", "2s", "--rate", "400", "--json")).isZero();
        // Twenty addresses have 10 each, and a few per second are refilled.
        requireRequests(400);
        assertThat(crowd(0).path("requests").asInt()).isLessThanOrEqualTo(800);
        assertThat(crowd(0).path("allowed").asInt()).isBetween(200, 300);
        assertThat(crowd(0).path("rejected").asInt())
                .isEqualTo(crowd(0).path("requests").asInt()
                        - crowd(0).path("allowed").asInt());
        assertThat(crowd(1).path("allowed").asInt())
                .isEqualTo(crowd(1).path("requests").asInt())
                .isPositive();
    }

    @Test
    void onlyTheNoisyNeighbourIsRejectedAndTheExpectedAlertIsNamed() {
        assertThat(bench("noisy-neighbour", "--for", "2s", "--rate", "200")).isZero();
        assumeTrue(
                Pattern.compile("(?m)^noisy one +[2-4]\\d\\d ")
                        .matcher(out.toString())
                        .find(),
                TOO_BUSY);
        assertThat(out.toString())
                .containsPattern("(?m)^ +REQUESTS +ALLOWED +REJECTED +DEGRADED +FAILED +P50 MS")
                .containsPattern("(?m)^noisy one +[2-4]\\d\\d +1[5-9]\\d +[1-9]\\d* +0 +0 ")
                .containsPattern("(?m)^other callers +\\d+ +\\d+ +0 ")
                .contains("Expect WeirManyRejections (P2)")
                .contains("docs/runbooks");
    }

    @Test
    void anUpgradedUserIsAllowedAgain() {
        assertThat(bench("tier-upgrade", "--for", "2s", "--rate", "300", "--json"))
                .isZero();
        requireRequests(450);
        assertThat(crowd(0).path("rejected").asInt()).isPositive();
        // More than the free tier allows in the whole scenario.
        assertThat(crowd(0).path("allowed").asInt()).isGreaterThan(300);
    }

    @Test
    void aPausedRedisIsAnOutageAndResumesAfterwards() {
        try (WeirService impatient = start(StoreSettings.redis(REDIS.uri()))) {
            String redis = Long.toString(REDIS.pid());
            assertThat(bench(impatient, "redis-outage", "--for", "6s", "--redis-pid", redis, "--json"))
                    .isZero();
        }
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
