package io.weir.compat;

import static io.weir.compat.Credentials.basic;
import static io.weir.compat.Credentials.freshUser;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.weir.testkit.Threads;
import io.weir.testkit.redis.RedisServer;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Two instances, one on Tomcat and one on Netty, that share their counters in one Redis. */
final class RedisTest {

    private static RedisServer redis;
    private static RunningApp one;
    private static RunningApp two;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        String store = "--rate-limit.store=" + redis.uri();
        // Generous for a busy machine. While Redis is unreachable, no request waits that long.
        String deadline = "--rate-limit.safeguards.deadline=2s";
        String file = "--rate-limit.policy-file=classpath:redis-policy.yml";
        one = RunningApp.start(ServletShop.class, "instance", ServletShop.TYPE, store, deadline, file);
        two = RunningApp.start(ReactiveShop.class, "instance", ReactiveShop.TYPE, store, deadline, file);
    }

    @AfterAll
    static void stop() {
        one.close();
        two.close();
        redis.close();
    }

    /** The order of the JSON fields differs between the lines of Spring Boot. */
    private static void awaitHealth(RunningApp app, String status) {
        await().until(() -> app.get("/actuator/health")
                .body()
                .matches(".*\"rateLimit\":\\{[^{}]*(\\{[^{}]*})?[^{}]*\"status\":\"" + status + "\".*"));
    }

    private static int get(RunningApp app, String path, String user) {
        return app.get(path, "Authorization", basic(user)).statusCode();
    }

    @Test
    void instancesShareTheirLimits() {
        String user = freshUser();
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            statuses.add(get(one, "/api/shared", user));
            statuses.add(get(two, "/api/shared", user));
        }
        assertThat(statuses).containsExactly(200, 200, 200, 200, 200, 429, 429, 429);
        assertThat(redis.command("KEYS", "rate_limiter:token_bucket:user:" + user + ":*"))
                .contains("/api/shared#shared");
    }

    @Test
    void concurrentRetriesAreDeniedByTheirRuleOnly() {
        String user = basic(freshUser());
        List<HttpResponse<String>> responses = Collections.synchronizedList(new ArrayList<>());
        Threads.run(16, thread -> responses.add((thread % 2 == 0 ? one : two)
                .send("POST", "/api/paying", "Authorization", user, "Idempotency-Key", "one")));
        assertThat(responses).extracting(HttpResponse::statusCode).containsOnly(200, 429);
        assertThat(responses)
                .as("two requests are charged, the whole capacity of the rule, and three are free")
                .filteredOn(response -> response.statusCode() == 200)
                .hasSize(2 + 3);
        assertThat(responses)
                .filteredOn(response -> response.statusCode() == 429)
                .allMatch(response -> response.body().contains("\"rule\":\"paying\""));
    }

    @Test
    void eachRuleFollowsItsOnStoreFailureWhileRedisIsDown() {
        String user = freshUser();
        assertThat(get(one, "/api/local", user)).isEqualTo(200);
        redis.kill();
        try {
            assertOnStoreFailure(one, user, 200, 429, 429);
            assertOnStoreFailure(two, user, 200, 200, 429);
        } finally {
            redis.restart();
        }
        awaitHealth(one, "UP");
        await().until(() -> get(one, "/api/closed", user) == 200);
        await().until(() -> get(two, "/api/closed", user) == 200);
    }

    /** Each instance continues from the counters that it last saw in Redis. */
    private static void assertOnStoreFailure(RunningApp app, String user, int... local) {
        awaitHealth(app, "DEGRADED");
        assertThat(app.get("/actuator/health").statusCode()).isEqualTo(200);
        for (int status : local) {
            assertThat(get(app, "/api/local", user)).isEqualTo(status);
        }
        for (int i = 0; i < 4; i++) {
            assertThat(get(app, "/api/open", user)).isEqualTo(200);
        }
        HttpResponse<String> closed = app.get("/api/closed", "Authorization", basic(user));
        assertThat(closed.statusCode()).isEqualTo(503);
        assertThat(closed.headers().firstValue("Retry-After")).isPresent();
        assertThat(closed.body()).contains("\"rule\":\"closed\"").contains("\"status\":503");
    }
}
