package io.weir.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.weir.blackbox.Calls;
import io.weir.blackbox.ServeProcess;
import io.weir.testkit.redis.RedisServer;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several service processes that share one Redis. */
final class FleetTest {

    private static final Duration LONG = Duration.ofMinutes(1);
    private static final String POLICY = """
            rules:
              - {name: shared, match: {key: 'shared*'}, per: key, limit: {algorithm: fixed-window, permits: 1000, per: 1000h}}
            """;

    private static final RedisServer REDIS = RedisServer.start();
    private static final List<ServeProcess> MEMBERS = new ArrayList<>();

    @TempDir
    private static Path folder = Path.of("");

    @BeforeAll
    static void startTwo() throws Exception {
        Files.writeString(folder.resolve("policy.yml"), POLICY);
        for (int i = 0; i < 2; i++) {
            MEMBERS.add(start(i));
        }
        for (ServeProcess member : MEMBERS) {
            member.port();
        }
    }

    @AfterAll
    static void stopAll() {
        MEMBERS.forEach(ServeProcess::close);
        REDIS.close();
    }

    /** Starts a member whose settings do not mention the other members. */
    private static ServeProcess start(int number) throws Exception {
        Path own = Files.createDirectories(folder.resolve("member-" + number + "-" + MEMBERS.size()));
        return ServeProcess.start(
                own,
                Map.of("WEIR_REDIS", REDIS.uri() + "?timeout=5s"),
                "--deadline=5s",
                "--policy=" + folder.resolve("policy.yml"));
    }

    private static RoundRobin load(String key) throws Exception {
        RoundRobin load = new RoundRobin("key=" + key);
        for (ServeProcess member : MEMBERS) {
            load.add(member.port());
        }
        return load;
    }

    @Test
    void allInstancesTogetherAllowExactlyOneLimit() throws Exception {
        try (RoundRobin load = load("shared")) {
            load.awaitAnswered(3_000);
            load.stop();
            assertThat(load.failed()).isEmpty();
            assertThat(load.degraded()).isZero();
            assertThat(load.allowed()).isEqualTo(1_000);
        }
    }

    @Test
    void anInstanceThatIsAddedUnderLoadNeedsNoConfiguration() throws Exception {
        try (RoundRobin load = load("shared-grown")) {
            load.awaitAnswered(300);
            ServeProcess added = start(2);
            MEMBERS.add(added);
            load.add(added.port());
            load.awaitAnswered(load.answered() + 4_000);
            load.stop();
            assertThat(load.failed()).isEmpty();
            assertThat(load.answeredBy(added.port())).isPositive();
            assertThat(load.allowed()).isEqualTo(1_000);
        }
    }

    @Test
    void noAnswerIsAServerErrorWhenAProcessIsKilledAndTheFleetRecovers() throws Exception {
        try (RoundRobin load = load("shared-killed")) {
            load.awaitAnswered(300);

            ServeProcess killed = MEMBERS.remove(0);
            int port = killed.port();
            killed.close();
            // A load balancer does this when a connection fails.
            load.remove(port);
            load.awaitAnswered(load.answered() + 300);
            assertThat(load.degraded()).isZero();

            REDIS.kill();
            await().atMost(LONG).until(() -> load.degraded() > 300);
            REDIS.restart();
            await().atMost(LONG).until(FleetTest::noMemberIsDegraded);
            ServeProcess back = start(0);
            MEMBERS.add(back);
            load.add(back.port());
            long before = load.degraded();
            load.awaitAnswered(load.answered() + 300);
            load.stop();
            assertThat(load.degraded()).isEqualTo(before);
            assertThat(load.failed()).isEmpty();
        }
    }

    private static boolean noMemberIsDegraded() throws Exception {
        for (ServeProcess member : MEMBERS) {
            HttpResponse<String> answer = new Calls(member.port()).check("key=other");
            if (answer.statusCode() != 200 || Calls.json(answer).has("degraded")) {
                return false;
            }
        }
        return true;
    }
}
