package io.weir.cli.ask;

import static io.weir.blackbox.Calls.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.weir.blackbox.Calls;
import io.weir.blackbox.CannedServer;
import io.weir.cli.Weir;
import io.weir.cli.command.SettingsFile;
import io.weir.metrics.subjects.SubjectNames;
import io.weir.service.ServiceSettings;
import io.weir.service.WeirService;
import io.weir.service.access.Access;
import io.weir.service.observe.ObserveSettings;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** {@code /api/v1/subjects/top} and {@code weir top}. */
final class TopSubjectsTest {

    private static final Access ACCESS = new Access(Calls.ADMIN, Optional.of("check-secret"));
    private static final WeirService SERVICE = WeirService.start(new ServiceSettings(0, "127.0.0.1", ACCESS)
            .withObserve(new ObserveSettings(SubjectNames.SHOWN, Optional.empty())));
    private static final Calls CALLS = new Calls(SERVICE.port());

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @AfterAll
    static void stop() {
        SERVICE.close();
    }

    private int top(String... arguments) {
        String[] all = Stream.concat(Stream.of("top"), Stream.of(arguments)).toArray(String[]::new);
        return Weir.commandLine(new SettingsFile(Map.of(), Path.of("no-such-file.yml")))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(all);
    }

    private String url() {
        return "--url=http://127.0.0.1:" + SERVICE.port();
    }

    private static JsonNode top(WeirService service) throws Exception {
        HttpResponse<String> response = new Calls(service.port()).send("GET", "/api/v1/subjects/top?limit=2", "");
        assertThat(response.statusCode()).isEqualTo(200);
        return json(response);
    }

    /** Sends three checks, of which the second and the third are denied. */
    private static void load(Calls calls, String key) throws Exception {
        for (int i = 0; i < 3; i++) {
            calls.check("permits=60&key=" + key);
        }
        calls.check("key=quiet-" + key);
    }

    @Test
    void namesAreHashedByDefault() throws Exception {
        try (WeirService hashing = WeirService.start(new ServiceSettings(0, "127.0.0.1", ACCESS))) {
            load(new Calls(hashing.port()), "secret-caller");
            JsonNode top = top(hashing);
            assertThat(top.path("hashed").asBoolean()).isTrue();
            String hash = SubjectNames.HASHED.of("key:secret-caller");
            assertThat(top.path("requests").path(0).path("subject").asString()).isEqualTo(hash);
            assertThat(top.path("rejected").path(0).path("subject").asString()).isEqualTo(hash);
            assertThat(top.toString()).doesNotContain("secret-caller");
        }
    }

    @Test
    void topShowsTheBusiestAndTheMostRejectedSubjects() throws Exception {
        await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
            load(CALLS, "loud");
            out.getBuffer().setLength(0);
            assertThat(top("--once", url(), "--token", Calls.ADMIN)).isZero();
            assertThat(out.toString().lines().toList())
                    .contains(
                            "The last 10 seconds, at this server",
                            "requests/s  subject         denied/s  subject   last by rule")
                    .anyMatch(line -> line.matches("0\\.\\d +key:loud +0\\.\\d +key:loud +token-bucket"))
                    .anyMatch(line -> line.matches("0\\.\\d +key:quiet-loud"));
        });
        out.getBuffer().setLength(0);
        assertThat(top("--once", "--lines=1", "--json", url(), "--token", Calls.ADMIN))
                .isZero();
        assertThat(out.toString())
                .startsWith("{\"windowSeconds\":10,\"hashed\":false,")
                .doesNotContain("quiet");
    }

    @Test
    void topRefreshesUntilTheServerIsGone() throws Exception {
        String answer = "{\"windowSeconds\":10,\"hashed\":false,\"requests\":[{\"subject\":\"user:\\u001b[31m1\","
                + "\"perSecond\":1234.5}],\"rejected\":[]}";
        try (CannedServer canned = new CannedServer(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + answer.length() + "\r\n\r\n"
                        + answer,
                3)) {
            assertThat(top(
                            "--every=100ms",
                            "--url=http://127.0.0.1:" + canned.address().getPort()))
                    .isEqualTo(4);
        }
        assertThat(out.toString())
                .contains("\u001b[H\u001b[2J")
                .contains("1,234.5     user:?[31m1")
                .doesNotContain("\u001b[31m");
        assertThat(out.toString().split("The last 10 seconds", -1)).hasSize(4);
        assertThat(err.toString()).contains("Cannot reach http://127.0.0.1:");
    }

    @Test
    void topReportsWrongOptionsAndFailedCalls() {
        assertThat(top("--once", url(), "--token", "check-secret")).isEqualTo(3);
        assertThat(err.toString()).contains("Wrong token: set WEIR_TOKEN (or --token)");
        assertThat(top("--once", "--url=http://127.0.0.1:1")).isEqualTo(4);
        assertThat(err.toString()).contains("Cannot reach http://127.0.0.1:1: start it with weir serve");
        assertThat(top("--lines=0")).isEqualTo(2);
        assertThat(err.toString()).contains("--lines must be from 1 to 100, but was 0");
        assertThat(top("--every=1ms")).isEqualTo(2);
        assertThat(err.toString()).contains("--every must be from 100ms to 1h");
    }

    @Test
    void rejectsANumberOutOfItsRange() throws Exception {
        for (String limit : new String[] {"0", "101", "-1", "x", "", "1&limit=2"}) {
            HttpResponse<String> refused = CALLS.send("GET", "/api/v1/subjects/top?limit=" + limit, "");
            assertThat(refused.statusCode()).as(limit).isEqualTo(400);
        }
        assertThat(CALLS.send("GET", "/api/v1/subjects/top?limit=0", "").body())
                .contains("must be a whole number from 1 to 100");
    }
}
