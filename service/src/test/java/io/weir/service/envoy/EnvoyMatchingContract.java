package io.weir.service.envoy;

import static io.weir.service.envoy.ServedEnvoy.descriptor;
import static org.assertj.core.api.Assertions.assertThat;

import io.envoyproxy.envoy.extensions.common.ratelimit.v3.RateLimitDescriptor;
import io.envoyproxy.envoy.extensions.common.ratelimit.v3.RateLimitDescriptor.RateLimitOverride;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse.Code;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse.DescriptorStatus;
import io.envoyproxy.envoy.type.v3.RateLimitUnit;
import io.weir.store.Store;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The matching of descriptors to limits, as in envoyproxy/ratelimit, on every store. The limits last a year, so no window ends meanwhile. */
abstract class EnvoyMatchingContract {

    /** A domain that other tests on the same store do not use. */
    final String domain = "d-" + UUID.randomUUID();

    @TempDir
    private Path folder;

    private final List<ServedEnvoy> served = new ArrayList<>();

    abstract Store store();

    @AfterEach
    void stop() {
        served.forEach(ServedEnvoy::close);
    }

    ServedEnvoy serve(String... descriptors) {
        return serveWith("", descriptors);
    }

    ServedEnvoy serveWith(String setting, String... descriptors) {
        ServedEnvoy envoy = ServedEnvoy.start(
                folder, store(), "domain: " + domain, setting, "descriptors:", String.join("\n", descriptors));
        served.add(envoy);
        return envoy;
    }

    static String limit(long requests) {
        return "rate_limit: {unit: year, requests_per_unit: " + requests + "}";
    }

    RateLimitResponse ask(ServedEnvoy envoy, RateLimitDescriptor... descriptors) {
        return envoy.ask(domain, descriptors);
    }

    DescriptorStatus status(ServedEnvoy envoy, RateLimitDescriptor descriptor) {
        RateLimitResponse response = ask(envoy, descriptor);
        assertThat(response.getStatusesList()).hasSize(1);
        assertThat(response.getOverallCode()).isEqualTo(response.getStatuses(0).getCode());
        return response.getStatuses(0);
    }

    /** Returns the code and the number of hits left, such as {@code OK 4}. */
    String codeAndLeft(ServedEnvoy envoy, RateLimitDescriptor descriptor) {
        return codeAndLeft(status(envoy, descriptor));
    }

    static String codeAndLeft(DescriptorStatus status) {
        return status.getCode() + " " + Integer.toUnsignedString(status.getLimitRemaining());
    }

    static List<String> codeAndLeft(RateLimitResponse response) {
        List<String> codes = new ArrayList<>(List.of(response.getOverallCode().name()));
        response.getStatusesList().forEach(status -> codes.add(codeAndLeft(status)));
        return codes;
    }

    /** Returns the capacity of the limit that matches a descriptor; 0 if none matches. */
    int matchedCapacity(ServedEnvoy envoy, String... entries) {
        return status(envoy, descriptor(entries)).getCurrentLimit().getRequestsPerUnit();
    }

    static void assertNoLimit(DescriptorStatus status) {
        assertThat(status)
                .isEqualTo(DescriptorStatus.newBuilder().setCode(Code.OK).build());
    }

    @Test
    void doesNotLimitAnUnknownDomain() {
        ServedEnvoy envoy = serve("- {key: k, " + limit(0) + "}");
        RateLimitResponse response = envoy.ask(domain + "-other", descriptor("k", "v"), descriptor("k", "w"));
        assertThat(response.getOverallCode()).isEqualTo(Code.OK);
        assertThat(response.getStatusesList()).hasSize(2).allSatisfy(EnvoyContract::assertNoLimit);
    }

    @Test
    void doesNotLimitADescriptorThatIsNotInTheFile() {
        ServedEnvoy envoy = serve("- {key: k, value: v, " + limit(0) + "}");
        assertNoLimit(status(envoy, descriptor("k", "w")));
        assertNoLimit(status(envoy, descriptor("l", "v")));
        assertNoLimit(status(envoy, descriptor()));
    }

    @Test
    void prefersExactValuesToWildcardsAndWildcardsToTheKeyAlone() {
        ServedEnvoy envoy = serve(
                "- {key: k, " + limit(10) + "}",
                "- {key: k, value: 'ab*', " + limit(20) + "}",
                "- {key: k, value: 'a*', " + limit(30) + "}",
                "- {key: k, value: abc, " + limit(40) + "}");
        assertThat(matchedCapacity(envoy, "k", "x")).isEqualTo(10);
        assertThat(matchedCapacity(envoy, "k", "abd")).isEqualTo(20);
        assertThat(matchedCapacity(envoy, "k", "ac")).isEqualTo(30);
        assertThat(matchedCapacity(envoy, "k", "abc")).isEqualTo(40);
    }

    @Test
    void matchesALimitOnlyAtTheLastEntry() {
        ServedEnvoy envoy = serve("- key: k", "  " + limit(10), "  descriptors: [{key: l, " + limit(20) + "}]");
        assertThat(matchedCapacity(envoy, "k", "v")).isEqualTo(10);
        assertThat(matchedCapacity(envoy, "k", "v", "l", "w")).isEqualTo(20);
        assertNoLimit(status(envoy, descriptor("k", "v", "m", "w")));
        assertNoLimit(status(envoy, descriptor("k", "v", "l", "w", "m", "x")));
    }

    @Test
    void exemptsAValueWithoutALimit() {
        ServedEnvoy envoy = serve("- {key: k, " + limit(0) + "}", "- {key: k, value: free}");
        assertNoLimit(status(envoy, descriptor("k", "free")));
        assertThat(codeAndLeft(envoy, descriptor("k", "other"))).isEqualTo("OVER_LIMIT 0");
    }

    @Test
    void countsEachValueOfAKeySeparately() {
        ServedEnvoy envoy = serve("- {key: k, " + limit(1) + "}", "- {key: l, value: 'a*', " + limit(1) + "}");
        for (String value : List.of("a1", "a2")) {
            for (String key : List.of("k", "l")) {
                assertThat(codeAndLeft(envoy, descriptor(key, value))).isEqualTo("OK 0");
                assertThat(codeAndLeft(envoy, descriptor(key, value))).isEqualTo("OVER_LIMIT 0");
            }
        }
    }

    @Test
    void countsAllValuesTogetherThatShareAThreshold() {
        ServedEnvoy envoy = serve("- {key: k, value: 'a*', share_threshold: true, " + limit(2) + "}");
        assertThat(codeAndLeft(envoy, descriptor("k", "a1"))).isEqualTo("OK 1");
        assertThat(codeAndLeft(envoy, descriptor("k", "a2"))).isEqualTo("OK 0");
        assertThat(codeAndLeft(envoy, descriptor("k", "a3"))).isEqualTo("OVER_LIMIT 0");
    }

    @Test
    void theLimitInTheRequestReplacesTheLimitInTheFile() {
        ServedEnvoy envoy = serve("- {key: k, " + limit(100) + "}");
        RateLimitDescriptor own = descriptor("k", "v").toBuilder()
                .setLimit(RateLimitOverride.newBuilder().setRequestsPerUnit(1).setUnit(RateLimitUnit.YEAR))
                .build();
        DescriptorStatus status = status(envoy, own);
        assertThat(status.getCurrentLimit().getRequestsPerUnit()).isEqualTo(1);
        assertThat(status.getCurrentLimit().getUnit()).isEqualTo(RateLimitResponse.RateLimit.Unit.YEAR);
        assertThat(codeAndLeft(envoy, own)).isEqualTo("OVER_LIMIT 0");
        RateLimitDescriptor elsewhere = own.toBuilder()
                .setEntries(0, own.getEntries(0).toBuilder().setKey("new"))
                .build();
        assertThat(codeAndLeft(envoy, elsewhere)).isEqualTo("OK 0");
        assertNoLimit(envoy.ask(domain + "-other", own).getStatuses(0));
    }
}
