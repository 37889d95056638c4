package io.weir.service.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.weir.blackbox.PostgresServer;
import io.weir.guard.secret.Pepper;
import io.weir.service.guard.DatabaseSettings.Login;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Two services that share the keys in a real PostgreSQL, called over HTTP. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SharedDatabaseTest {

    private static final String CHECK = "/api/v1/rate-limit/check?key=";
    private static final Pepper PEPPER = Pepper.parse("11".repeat(32));
    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final int CALLS_AFTERWARDS = 200;

    private final PostgresServer postgres = PostgresServer.shared();
    private final GuardedService first;
    private final GuardedService second;

    SharedDatabaseTest(@TempDir Path folder) throws Exception {
        GuardSettings settings = GuardSettings.on(new DatabaseSettings(
                postgres.newDatabase(), Optional.of(new Login("postgres", "")), PEPPER, Optional.empty()));
        first = GuardedService.in(folder, usual -> usual.withGuard(settings));
        second = GuardedService.in(folder, usual -> usual.withGuard(settings));
    }

    @AfterAll
    void stop() {
        first.close();
        second.close();
    }

    private static int check(GuardedService service, JsonNode key, String counter) throws Exception {
        return service.send(key.path("key").asString(), "GET", CHECK + counter, "")
                .statusCode();
    }

    private static boolean accepts(GuardedService service, JsonNode key, String counter) throws Exception {
        return check(service, key, counter) != 401;
    }

    private static String id(JsonNode key) {
        return "{\"id\":\"" + key.path("id").asString() + "\"}";
    }

    private JsonNode keyKnownToBoth(String name) throws Exception {
        JsonNode key = first.create("{\"owner\":\"shared\",\"name\":\"" + name + "\",\"scopes\":[\"weir:check\"]}");
        await().atMost(LONGEST).until(() -> accepts(second, key, name));
        return key;
    }

    /** Calls from several threads until it is ended. */
    private static final class CallsOf implements AutoCloseable {

        private final ExecutorService threads = Executors.newFixedThreadPool(3);
        private final List<Future<?>> running = new ArrayList<>();
        private final AtomicBoolean ended = new AtomicBoolean();

        interface Call {
            void make() throws Exception;
        }

        CallsOf(Call call) {
            for (int i = 0; i < 3; i++) {
                running.add(threads.submit(() -> {
                    while (!ended.get()) {
                        call.make();
                    }
                    return ended;
                }));
            }
        }

        /** Fails with what a call failed with. */
        void end() throws Exception {
            ended.set(true);
            for (Future<?> each : running) {
                each.get(LONGEST.toSeconds(), TimeUnit.SECONDS);
            }
        }

        @Override
        public void close() {
            ended.set(true);
            threads.shutdown();
        }
    }

    @Test
    void aKeyThatIsRevokedAtOneIsNotAcceptedAtTheOtherAfterItsFirstRefusal() throws Exception {
        JsonNode key = keyKnownToBoth("revoked");
        AtomicBoolean refused = new AtomicBoolean();
        AtomicInteger accepted = new AtomicInteger();
        AtomicInteger acceptedAfterwards = new AtomicInteger();
        AtomicInteger refusals = new AtomicInteger();
        try (CallsOf calls = new CallsOf(() -> {
            boolean afterwards = refused.get();
            if (accepts(second, key, "revoked")) {
                (afterwards ? acceptedAfterwards : accepted).incrementAndGet();
            } else {
                refused.set(true);
                refusals.incrementAndGet();
            }
        })) {
            await().atMost(LONGEST).until(() -> accepted.get() > CALLS_AFTERWARDS);
            assertThat(first.keys("POST", "/revoke", id(key)).statusCode()).isEqualTo(200);
            assertThat(accepts(first, key, "revoked")).isFalse();
            await().atMost(LONGEST).until(() -> refusals.get() > CALLS_AFTERWARDS);
            calls.end();
        }
        assertThat(acceptedAfterwards).hasValue(0);
    }

    @Test
    void whilePostgresIsKilledKeysAreVerifiedAndNothingCanBeChanged() throws Exception {
        assumeThat(postgres.isOurs())
                .as("only a PostgreSQL of our own is killed")
                .isTrue();
        JsonNode key = keyKnownToBoth("used");
        JsonNode other = keyKnownToBoth("other");
        AtomicInteger verified = new AtomicInteger();
        AtomicInteger failed = new AtomicInteger();
        try (CallsOf calls = new CallsOf(() -> (accepts(second, key, "used") ? verified : failed).incrementAndGet())) {
            await().atMost(LONGEST).until(() -> verified.get() > CALLS_AFTERWARDS);
            postgres.kill();
            int before = verified.get();
            nothingIsChanged(second.keys("POST", "", "{\"owner\":\"away\"}"));
            nothingIsChanged(second.keys("POST", "/revoke", id(other)));
            assertThat(second.send(
                                    GuardedService.ADMIN,
                                    "POST",
                                    "/api/v1/subjects/export",
                                    "{\"subjects\":[\"user:1\"]}")
                            .statusCode())
                    .as("an export without the audit would not be whole")
                    .isEqualTo(503);
            await().atMost(LONGEST).until(() -> verified.get() > before + CALLS_AFTERWARDS);
            assertThat(check(second, other, "other")).isNotEqualTo(401);
            postgres.restart();
            await().atMost(LONGEST)
                    .until(() -> second.keys("POST", "", "{\"owner\":\"back\"}").statusCode() == 201);
            calls.end();
        }
        assertThat(failed).as("of %s verifications", verified).hasValue(0);
        assertThat(second.keys("GET", "?owner=away", "").body()).isEqualTo("{\"keys\":[]}");
        assertThat(GuardedService.json(second.keys(
                                "GET", "/show?id=" + other.path("id").asString(), ""))
                        .path("state")
                        .asString())
                .isEqualTo("active");
        await().atMost(LONGEST)
                .until(() -> first.keys("POST", "/revoke", id(other)).statusCode() == 200);
        assertThat(accepts(first, other, "other")).isFalse();
        await().atMost(LONGEST).until(() -> !accepts(second, other, "other"));
        assertThat(first.send(GuardedService.ADMIN, "GET", "/api/v1/audit/verify", "")
                        .body())
                .startsWith("{\"ok\":true");
    }

    private static void nothingIsChanged(HttpResponse<String> refused) {
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(503);
        assertThat(refused.body()).contains("nothing was changed");
    }
}
