package io.weir.service.envoy;

import static io.weir.service.envoy.ServedEnvoy.descriptor;
import static io.weir.service.envoy.ServedEnvoy.giveBack;
import static io.weir.service.envoy.ServedEnvoy.hits;
import static org.assertj.core.api.Assertions.assertThat;

import io.envoyproxy.envoy.extensions.common.ratelimit.v3.RateLimitDescriptor;
import io.envoyproxy.envoy.extensions.common.ratelimit.v3.RateLimitDescriptor.RateLimitOverride;
import io.envoyproxy.envoy.type.v3.RateLimitUnit;
import io.weir.memory.MemoryStore;
import io.weir.metrics.subjects.RejectionLog.Rejection;
import io.weir.metrics.subjects.TopSubjects.Hot;
import io.weir.time.ManualTime;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The subjects of descriptors, as operators see them. */
final class DescriptorSubjectsTest {

    private static final long SECONDS_OF_A_YEAR = 365 * 86_400;

    @TempDir
    private Path folder;

    private ServedEnvoy envoy;

    @BeforeEach
    void serve() {
        envoy = ServedEnvoy.start(
                folder,
                new MemoryStore(ManualTime.create()),
                "domain: d",
                "descriptors:",
                "- key: user",
                "  rate_limit: {unit: year, requests_per_unit: 1}",
                "  descriptors: [{key: path, value: /orders, rate_limit: {unit: day, requests_per_unit: 1}}]",
                "- {key: watched, shadow_mode: true, rate_limit: {unit: year, requests_per_unit: 1}}",
                "- {key: quota, quota_mode: true, rate_limit: {unit: year, requests_per_unit: 1}}",
                "- {key: many, quota_mode: true, rate_limit: {unit: year, requests_per_unit: 100}}");
    }

    @AfterEach
    void stop() {
        envoy.close();
    }

    private void ask(int times, RateLimitDescriptor... descriptors) {
        for (int i = 0; i < times; i++) {
            envoy.ask("d", descriptors);
        }
    }

    private List<String> busiest() {
        return envoy.subjects().top(10).requests().stream().map(Hot::subject).toList();
    }

    private List<String> rejected() {
        return envoy.subjects().top(10).rejected().stream().map(Hot::subject).toList();
    }

    @Test
    void areReportedWhenALimitMatchesAndWhenTheyAreOverIt() {
        ask(2, descriptor("user", "oncall"), descriptor("nothing", "of-this"));
        ask(1, descriptor("user", "deployer"));
        assertThat(busiest()).containsExactlyInAnyOrder("user:oncall", "user:deployer");
        assertThat(rejected()).containsExactly("user:oncall");
        assertThat(envoy.rejections()).extracting(Rejection::rule).containsExactly("d/user");
        assertThat(envoy.rejections()).extracting(Rejection::subject).containsExactly("user:oncall");
        assertThat(envoy.rejections().get(0).retryAfterSeconds()).isBetween(1L, SECONDS_OF_A_YEAR);
    }

    @Test
    void areRejectedOncePerRequestByTheLimitThatIsOverForLongest() {
        ask(2, descriptor("user", "oncall", "path", "/orders"), descriptor("user", "oncall"));
        assertThat(rejected()).containsExactlyInAnyOrder("user,path:oncall,/orders", "user:oncall");
        ask(1, descriptor("user", "oncall", "path", "/orders"));
        assertThat(envoy.rejections()).extracting(Rejection::rule).containsExactly("d/user", "d/user.path_/orders");
    }

    @Test
    void areNotRejectedInShadowModeOrWhileAQuotaIsLeft() {
        ask(2, descriptor("watched", "w"));
        ask(2, descriptor("quota", "q"), descriptor("many", "m"));
        assertThat(busiest()).containsExactlyInAnyOrder("watched:w", "quota:q", "many:m");
        assertThat(rejected()).isEmpty();
        assertThat(envoy.rejections()).isEmpty();
        ask(1, descriptor("quota", "q"));
        assertThat(rejected()).as("when no quota is left").containsExactly("quota:q");
    }

    @Test
    void areRejectedByAPeekAndNotReportedWhenTheyGiveBack() {
        ask(1, giveBack(1, descriptor("user", "giver")));
        assertThat(busiest()).isEmpty();
        ask(1, hits(5, descriptor("user", "oncall")));
        ask(1, hits(0, descriptor("user", "oncall")));
        assertThat(envoy.rejections()).extracting(Rejection::subject).containsExactly("user:oncall", "user:oncall");
    }

    @Test
    void areRejectedByALimitInTheRequest() {
        RateLimitDescriptor bringing = descriptor("own", "limit").toBuilder()
                .setLimit(RateLimitOverride.newBuilder().setRequestsPerUnit(1).setUnit(RateLimitUnit.YEAR))
                .build();
        ask(2, bringing);
        assertThat(rejected()).containsExactly("own:limit");
        assertThat(envoy.rejections()).extracting(Rejection::rule).containsExactly("limit-of-the-request");
    }

    @Test
    void haveShortNamesHoweverLongTheyAre() {
        ask(2, descriptor("user", "a".repeat(60_000)));
        assertThat(rejected())
                .singleElement()
                .asString()
                .startsWith("user:sha256-")
                .hasSizeLessThan(100);
    }
}
