package io.weir.service.envoy;

import static io.weir.service.envoy.ServedEnvoy.descriptor;
import static org.assertj.core.api.Assertions.assertThat;

import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse.Code;
import io.weir.memory.MemoryStore;
import io.weir.time.ManualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The start of windows, on a clock that stands still. */
final class EnvoyTimeTest {

    /** A Thursday, on which weeks since the epoch begin. */
    private static final Instant THURSDAY = Instant.parse("2026-11-12T00:00:00Z");

    @TempDir
    private Path folder;

    private ServedEnvoy serve(ManualTime time, String unit) {
        return ServedEnvoy.start(
                folder,
                new MemoryStore(time),
                true,
                "domain: d",
                "descriptors:",
                "- {key: k, rate_limit: {unit: " + unit + ", requests_per_unit: 1}}",
                "- {key: l, rate_limit: {unit: " + unit + ", requests_per_unit: 5}}");
    }

    @ParameterizedTest
    @CsvSource({"second,1", "minute,60", "hour,3600", "day,86400", "week,604800", "month,2592000", "year,31536000"})
    void alignsWindowsToTheEpoch(String unit, long seconds) {
        long start = Math.floorDiv(THURSDAY.getEpochSecond(), seconds) * seconds;
        ManualTime time = ManualTime.at(Instant.ofEpochSecond(start));
        try (ServedEnvoy envoy = serve(time, unit)) {
            assertThat(reset(envoy)).isEqualTo(seconds);
            time.advance(Duration.ofSeconds(seconds).minusNanos(1_000));
            assertThat(reset(envoy)).isEqualTo(1);
            assertThat(code(envoy)).isEqualTo(Code.OVER_LIMIT);
            time.advanceMicros(1);
            assertThat(code(envoy)).isEqualTo(Code.OK);
        }
    }

    @Test
    void beginsWeeksOnThursday() {
        ManualTime time = ManualTime.at(THURSDAY);
        try (ServedEnvoy envoy = serve(time, "week")) {
            assertThat(reset(envoy)).isEqualTo(7 * 86_400);
        }
    }

    @Test
    void headersDescribeTheTightestLimitOrTheLastThatIsOver() {
        ManualTime time = ManualTime.at(THURSDAY.plusMillis(12_300));
        try (ServedEnvoy envoy = serve(time, "minute")) {
            assertThat(headers(envoy))
                    .containsExactly("RateLimit-Limit=1", "RateLimit-Remaining=0", "RateLimit-Reset=48");
            assertThat(headers(envoy))
                    .containsExactly("RateLimit-Limit=1", "RateLimit-Remaining=0", "RateLimit-Reset=48");
            assertThat(envoy.ask("d", descriptor("x", "v")).getResponseHeadersToAddList())
                    .isEmpty();
        }
    }

    private static List<String> headers(ServedEnvoy envoy) {
        return envoy.ask("d", descriptor("l", "v"), descriptor("k", "v")).getResponseHeadersToAddList().stream()
                .map(header -> header.getKey() + "=" + header.getValue())
                .toList();
    }

    private static RateLimitResponse.DescriptorStatus ask(ServedEnvoy envoy) {
        return envoy.ask("d", descriptor("k", "v")).getStatuses(0);
    }

    private static long reset(ServedEnvoy envoy) {
        return ask(envoy).getDurationUntilReset().getSeconds();
    }

    private static Code code(ServedEnvoy envoy) {
        return ask(envoy).getCode();
    }
}
