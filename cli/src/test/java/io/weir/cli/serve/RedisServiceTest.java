package io.weir.cli.serve;

import static io.weir.blackbox.Calls.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.blackbox.Calls;
import io.weir.blackbox.ServeProcess;
import io.weir.failure.Safeguards;
import io.weir.limit.Limit;
import io.weir.policy.Policy;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Dimension;
import io.weir.policy.rule.Match;
import io.weir.policy.rule.Rule;
import io.weir.service.ServiceSettings;
import io.weir.service.StoreSettings;
import io.weir.service.WeirService;
import io.weir.service.access.Access;
import io.weir.store.OnFailure;
import io.weir.testkit.redis.RedisServer;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A service whose Redis is down at times. */
final class RedisServiceTest {

    private static final RedisServer REDIS = RedisServer.start("--requirepass", "hidden-secret");
    private static final String ADDRESS = "redis://:hidden-secret@127.0.0.1:" + REDIS.port();

    /** With a deadline that a busy machine keeps. While Redis is gone, no check waits that long. */
    private static final Safeguards PATIENT = Safeguards.defaults().withDeadline(Duration.ofSeconds(10));

    @AfterAll
    static void stop() {
        REDIS.close();
    }

    private static WeirService start() {
        return WeirService.start(new ServiceSettings(0, "127.0.0.1", new Access(Calls.ADMIN, Optional.empty()))
                .withStore(new StoreSettings(
                        Optional.of(ADDRESS + "?timeout=10s"), PATIENT, HttpResponseStatus.TOO_MANY_REQUESTS)));
    }

    private static void awaitTrue(Callable<Boolean> fact) {
        await().atMost(Duration.ofMinutes(1)).until(fact);
    }

    private static String store(Calls calls) throws Exception {
        JsonNode health = calls.health();
        assertThat(health.path("status").asString()).isEqualTo("UP");
        return health.path("components").path("store").path("status").asString();
    }

    @Test
    void checksWithoutRedisAreMarkedAndReturnToRedisWhenItIsBack() throws Exception {
        try (WeirService service = start()) {
            Calls calls = new Calls(service.port());
            Rule closed = Rule.of("closed", Limit.parse("10/h"))
                    .matching(Match.key("closed:*"))
                    .per(CountBy.of(Dimension.Kind.KEY))
                    .withOnFailure(OnFailure.CLOSED);
            service.gate().replace(Policy.of(closed));
            awaitTrue(() -> !json(calls.check("key=a")).has("degraded"));
            assertThat(store(calls)).isEqualTo("UP");

            REDIS.kill();
            JsonNode degraded = json(calls.check("key=a&algorithm=SLIDING_WINDOW"));
            assertThat(degraded.path("allowed").asBoolean()).isTrue();
            assertThat(degraded.path("degraded").asBoolean()).isTrue();
            assertThat(json(calls.remaining("key=a")).path("degraded").asBoolean())
                    .isTrue();
            HttpResponse<String> refused = calls.check("key=closed:1");
            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.headers().firstValue("Retry-After")).contains("1");
            assertThat(json(refused).path("degraded").asBoolean()).isTrue();
            assertThat(json(calls.post("evaluate", "{\"key\":\"closed:1\"}"))
                            .path("degraded")
                            .asBoolean())
                    .isTrue();
            assertThat(calls.reset("key=a").statusCode()).isEqualTo(503);
            awaitTrue(() -> store(calls).equals("DEGRADED"));
            for (String probe : new String[] {"liveness", "readiness"}) {
                assertThat(calls.send("GET", "/actuator/health/" + probe, "").statusCode())
                        .isEqualTo(200);
            }
            assertThat(calls.send("GET", "/actuator/prometheus", "").body())
                    .containsPattern("rate_limiter_degraded_total\\{[^}]*} [1-9]")
                    .contains("rate_limiter_store_waiting");

            REDIS.restart();
            awaitTrue(() -> !json(calls.check("key=a")).has("degraded"));
            awaitTrue(() -> store(calls).equals("UP"));
            assertThat(calls.check("key=closed:1").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void startsWithoutRedisAndLogsTheOutageWithoutThePassword(@TempDir Path folder) throws Exception {
        String absent;
        try (RedisServer gone = RedisServer.start()) {
            absent = "127.0.0.1:" + gone.port();
        }
        Map<String, String> environment = Map.of("WEIR_REDIS", "redis://user:hidden-secret@" + absent);
        try (ServeProcess service = ServeProcess.start(folder, environment)) {
            Calls calls = new Calls(service.port());
            HttpResponse<String> first = calls.check("key=a");
            assertThat(first.statusCode()).isEqualTo(200);
            assertThat(json(first).path("degraded").asBoolean()).isTrue();
            String health = calls.health().toString();
            assertThat(health)
                    .contains("DEGRADED")
                    .doesNotContain("hidden-secret")
                    .doesNotContain(absent);
            assertThat(service.stop())
                    .contains(
                            "  store    redis at " + absent + ", which does not answer: this process counts by itself")
                    .doesNotContain("hidden-secret");
        }
    }
}
