package io.weir.compat;

import static io.weir.compat.Credentials.basic;
import static io.weir.compat.Credentials.freshUser;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.weir.live.Author;
import io.weir.live.LivePolicyConfig;
import io.weir.live.LivePolicy;
import io.weir.policy.rule.Mode;
import io.weir.policyfile.PolicyReader;
import io.weir.policyfile.PolicyText;
import io.weir.redis.RedisStore;
import io.weir.testkit.redis.RedisServer;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Applications that follow the policy in Redis while another one changes it. */
final class FollowTest {

    private static final Author ONCALL = Author.of("oncall");

    private static RedisServer redis;
    private static RedisStore store;
    private static LivePolicy fleet;
    private static RunningApp one;
    private static RunningApp two;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        store = RedisStore.connect(redis.uri());
        fleet = LivePolicy.start(LivePolicyConfig.of(store.document("policy"), PolicyReader.create()), policy -> {});
        one = app(ServletShop.class, ServletShop.TYPE);
        two = app(ReactiveShop.class, ReactiveShop.TYPE);
    }

    private static RunningApp app(Class<?> application, String type) {
        return RunningApp.start(
                application,
                "instance",
                type,
                "--rate-limit.store=" + redis.uri(),
                "--rate-limit.follow=true",
                "--rate-limit.safeguards.deadline=2s",
                "--rate-limit.policy-file=classpath:redis-policy.yml",
                "--management.endpoints.web.exposure.include=health,ratelimit");
    }

    @AfterAll
    static void stop() {
        one.close();
        two.close();
        fleet.close();
        store.close();
        redis.close();
    }

    private static void push(String limit) {
        fleet.editor()
                .push(
                        ONCALL,
                        List.of(new PolicyText(
                                "fleet.yml",
                                "rules:\n  - {name: shared, match: {path: /api/shared}, per: user, limit: " + limit + "}\n")))
                .toCompletableFuture()
                .join();
    }

    private static String limit(RunningApp app) {
        return app.get("/api/shared", "Authorization", basic(freshUser()))
                .headers()
                .firstValue("X-RateLimit-Limit")
                .orElse("none");
    }

    private static void awaitLimit(String limit) {
        for (RunningApp app : List.of(one, two)) {
            await().until(() -> limit(app).equals(limit));
        }
    }

    @Test
    void useTheirOwnPolicyUntilTheFleetHasOne() {
        awaitLimit("5");
        push("7/h");
        awaitLimit("7");
        String user = freshUser();
        for (int i = 0; i < 7; i++) {
            assertThat((i % 2 == 0 ? one : two).get("/api/shared", "Authorization", basic(user)).statusCode()).isEqualTo(200);
        }
        assertThat(one.get("/api/shared", "Authorization", basic(user)).statusCode()).isEqualTo(429);
        assertThat(one.statuses(3, "/api/local", "Authorization", basic(user))).containsOnly(200);

        push("9/h");
        awaitLimit("9");
        assertThat(two.statuses(3, "/api/shared", "Authorization", basic(user))).contains(429);

        fleet.editor().switchAll(ONCALL, Mode.OFF).toCompletableFuture().join();
        awaitLimit("none");
        assertThat(two.statuses(3, "/api/shared", "Authorization", basic(user))).containsOnly(200);
        fleet.editor().switchAll(ONCALL, Mode.ENFORCE).toCompletableFuture().join();
        awaitLimit("9");
    }

    @Test
    void needARedis() {
        assertThatThrownBy(() -> RunningApp.start(
                        OpenShop.class, "instance", ServletShop.TYPE, OpenShop.NO_SECURITY, "--rate-limit.follow=true"))
                .rootCause()
                .hasMessageContaining("write its address in rate-limit.store");
    }
}
