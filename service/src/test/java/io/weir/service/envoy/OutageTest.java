package io.weir.service.envoy;

import static io.weir.service.envoy.ServedEnvoy.descriptor;
import static io.weir.service.envoy.ServedEnvoy.giveBack;
import static io.weir.service.envoy.ServedEnvoy.hits;
import static org.assertj.core.api.Assertions.assertThat;

import io.envoyproxy.envoy.extensions.common.ratelimit.v3.RateLimitDescriptor;
import io.weir.failure.Safeguards;
import io.weir.redis.RedisStore;
import io.weir.store.Store;
import io.weir.testkit.redis.RedisServer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Answers to Envoy while Redis is down. */
final class OutageTest {

    @TempDir
    private Path folder;

    private static String codeAndLeft(ServedEnvoy envoy, RateLimitDescriptor descriptor) {
        var status = envoy.ask("d", descriptor).getStatuses(0);
        return status.getCode() + " " + status.getLimitRemaining();
    }

    @Test
    void everyLimitFollowsItsOnFailure() {
        try (RedisServer redis = RedisServer.start();
                Store store = Safeguards.defaults()
                        .withDeadline(Duration.ofSeconds(1))
                        .around(RedisStore.connect(redis.uri() + "?timeout=1s"));
                ServedEnvoy envoy = ServedEnvoy.start(
                        folder,
                        store,
                        "domain: d",
                        "descriptors:",
                        "- {key: local, rate_limit: {unit: year, requests_per_unit: 2}}",
                        "- {key: open, rate_limit: {unit: year, requests_per_unit: 2, on_failure: open}}",
                        "- {key: closed, rate_limit: {unit: year, requests_per_unit: 2, on_failure: closed}}",
                        "- {key: shadow, shadow_mode: true,"
                                + " rate_limit: {unit: year, requests_per_unit: 2, on_failure: closed}}")) {
            assertThat(codeAndLeft(envoy, descriptor("closed", "v"))).isEqualTo("OK 1");
            redis.kill();
            assertThat(codeAndLeft(envoy, descriptor("local", "v"))).isEqualTo("OK 1");
            assertThat(codeAndLeft(envoy, descriptor("local", "v"))).isEqualTo("OK 0");
            assertThat(codeAndLeft(envoy, descriptor("local", "v"))).isEqualTo("OVER_LIMIT 0");
            assertThat(codeAndLeft(envoy, hits(0, descriptor("local", "v")))).isEqualTo("OVER_LIMIT 0");
            assertThat(codeAndLeft(envoy, giveBack(3, descriptor("local", "v"))))
                    .isEqualTo("OK 2");
            assertThat(codeAndLeft(envoy, hits(0, descriptor("local", "v")))).isEqualTo("OK 2");
            for (int i = 0; i < 4; i++) {
                assertThat(codeAndLeft(envoy, descriptor("open", "v"))).isEqualTo("OK 2");
            }
            assertThat(codeAndLeft(envoy, descriptor("closed", "w"))).isEqualTo("OVER_LIMIT 0");
            assertThat(codeAndLeft(envoy, descriptor("shadow", "v"))).isEqualTo("OK 1");
        }
    }
}
