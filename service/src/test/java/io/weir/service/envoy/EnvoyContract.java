package io.weir.service.envoy;

import static io.weir.service.envoy.ServedEnvoy.descriptor;
import static io.weir.service.envoy.ServedEnvoy.giveBack;
import static io.weir.service.envoy.ServedEnvoy.hits;
import static org.assertj.core.api.Assertions.assertThat;

import io.envoyproxy.envoy.extensions.common.ratelimit.v3.RateLimitDescriptor;
import io.envoyproxy.envoy.extensions.common.ratelimit.v3.RateLimitDescriptor.RateLimitOverride;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitRequest;
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

/** What envoyproxy/ratelimit answers, and so does Weir on every store. Limits are of a year, so that none ends meanwhile. */
abstract class EnvoyContract {

    /** Not used by other tests on the same store. */
    private final String domain = "d-" + UUID.randomUUID();

    @TempDir
    private Path folder;

    private final List<ServedEnvoy> served = new ArrayList<>();

    abstract Store store();

    @AfterEach
    void stop() {
        served.forEach(ServedEnvoy::close);
    }

    private ServedEnvoy serve(String... descriptors) {
        return serveWith("", descriptors);
    }

    private ServedEnvoy serveWith(String setting, String... descriptors) {
        ServedEnvoy envoy = ServedEnvoy.start(
                folder, store(), "domain: " + domain, setting, "descriptors:", String.join("\n", descriptors));
        served.add(envoy);
        return envoy;
    }

    private static String limit(long requests) {
        return "rate_limit: {unit: year, requests_per_unit: " + requests + "}";
    }

    private RateLimitResponse ask(ServedEnvoy envoy, RateLimitDescriptor... descriptors) {
        return envoy.ask(domain, descriptors);
    }

    private DescriptorStatus status(ServedEnvoy envoy, RateLimitDescriptor descriptor) {
        RateLimitResponse response = ask(envoy, descriptor);
        assertThat(response.getStatusesList()).hasSize(1);
        assertThat(response.getOverallCode()).isEqualTo(response.getStatuses(0).getCode());
        return response.getStatuses(0);
    }

    /** The code with what remains: {@code OK 4}. */
    private String told(ServedEnvoy envoy, RateLimitDescriptor descriptor) {
        return told(status(envoy, descriptor));
    }

    private static String told(DescriptorStatus status) {
        return status.getCode() + " " + Integer.toUnsignedString(status.getLimitRemaining());
    }

    private static List<String> told(RateLimitResponse response) {
        List<String> told = new ArrayList<>(List.of(response.getOverallCode().name()));
        response.getStatusesList().forEach(status -> told.add(told(status)));
        return told;
    }

    /** How many requests the limit that a descriptor has met allows; 0 if it has met none. */
    private int met(ServedEnvoy envoy, String... entries) {
        return status(envoy, descriptor(entries)).getCurrentLimit().getRequestsPerUnit();
    }

    private static void assertNoLimit(DescriptorStatus status) {
        assertThat(status)
                .isEqualTo(DescriptorStatus.newBuilder().setCode(Code.OK).build());
    }

    // Matching

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
    void prefersTheExactValueToWildcardsAndThoseToTheKeyAlone() {
        ServedEnvoy envoy = serve(
                "- {key: k, " + limit(10) + "}",
                "- {key: k, value: 'ab*', " + limit(20) + "}",
                "- {key: k, value: 'a*', " + limit(30) + "}",
                "- {key: k, value: abc, " + limit(40) + "}");
        assertThat(met(envoy, "k", "x")).isEqualTo(10);
        assertThat(met(envoy, "k", "abd")).isEqualTo(20);
        assertThat(met(envoy, "k", "ac")).isEqualTo(30);
        assertThat(met(envoy, "k", "abc")).isEqualTo(40);
    }

    @Test
    void meetsALimitOnlyAtTheLastEntry() {
        ServedEnvoy envoy = serve("- key: k", "  " + limit(10), "  descriptors: [{key: l, " + limit(20) + "}]");
        assertThat(met(envoy, "k", "v")).isEqualTo(10);
        assertThat(met(envoy, "k", "v", "l", "w")).isEqualTo(20);
        assertNoLimit(status(envoy, descriptor("k", "v", "m", "w")));
        assertNoLimit(status(envoy, descriptor("k", "v", "l", "w", "m", "x")));
    }

    @Test
    void exemptsAValueWithoutALimit() {
        ServedEnvoy envoy = serve("- {key: k, " + limit(0) + "}", "- {key: k, value: free}");
        assertNoLimit(status(envoy, descriptor("k", "free")));
        assertThat(told(envoy, descriptor("k", "other"))).isEqualTo("OVER_LIMIT 0");
    }

    @Test
    void countsEachValueOfAKeyByItself() {
        ServedEnvoy envoy = serve("- {key: k, " + limit(1) + "}", "- {key: l, value: 'a*', " + limit(1) + "}");
        for (String value : List.of("a1", "a2")) {
            for (String key : List.of("k", "l")) {
                assertThat(told(envoy, descriptor(key, value))).isEqualTo("OK 0");
                assertThat(told(envoy, descriptor(key, value))).isEqualTo("OVER_LIMIT 0");
            }
        }
    }

    @Test
    void countsAllValuesTogetherThatShareAThreshold() {
        ServedEnvoy envoy = serve("- {key: k, value: 'a*', share_threshold: true, " + limit(2) + "}");
        assertThat(told(envoy, descriptor("k", "a1"))).isEqualTo("OK 1");
        assertThat(told(envoy, descriptor("k", "a2"))).isEqualTo("OK 0");
        assertThat(told(envoy, descriptor("k", "a3"))).isEqualTo("OVER_LIMIT 0");
    }

    @Test
    void takesTheLimitOfTheRequestInsteadOfTheFiles() {
        ServedEnvoy envoy = serve("- {key: k, " + limit(100) + "}");
        RateLimitDescriptor own = descriptor("k", "v").toBuilder()
                .setLimit(RateLimitOverride.newBuilder().setRequestsPerUnit(1).setUnit(RateLimitUnit.YEAR))
                .build();
        DescriptorStatus status = status(envoy, own);
        assertThat(status.getCurrentLimit().getRequestsPerUnit()).isEqualTo(1);
        assertThat(status.getCurrentLimit().getUnit()).isEqualTo(RateLimitResponse.RateLimit.Unit.YEAR);
        assertThat(told(envoy, own)).isEqualTo("OVER_LIMIT 0");
        RateLimitDescriptor elsewhere = own.toBuilder()
                .setEntries(0, own.getEntries(0).toBuilder().setKey("new"))
                .build();
        assertThat(told(envoy, elsewhere)).isEqualTo("OK 0");
        assertNoLimit(envoy.ask(domain + "-other", own).getStatuses(0));
    }

    // Deciding

    @Test
    void isOverWhenTheCounterPassesTheLimit() {
        ServedEnvoy envoy = serve("- {key: k, " + limit(3) + "}");
        assertThat(List.of(
                        told(envoy, descriptor("k", "v")),
                        told(envoy, descriptor("k", "v")),
                        told(envoy, descriptor("k", "v")),
                        told(envoy, descriptor("k", "v")),
                        told(envoy, descriptor("k", "v"))))
                .containsExactly("OK 2", "OK 1", "OK 0", "OVER_LIMIT 0", "OVER_LIMIT 0");
    }

    @Test
    void saysWhichLimitDecided() {
        ServedEnvoy envoy = serve("- key: k", "  rate_limit: {unit: year, requests_per_unit: 3, name: n}");
        DescriptorStatus status = status(envoy, descriptor("k", "v"));
        assertThat(status.getCurrentLimit())
                .isEqualTo(RateLimitResponse.RateLimit.newBuilder()
                        .setName("n")
                        .setRequestsPerUnit(3)
                        .setUnit(RateLimitResponse.RateLimit.Unit.YEAR)
                        .build());
        assertThat(status.getDurationUntilReset().getSeconds()).isBetween(1L, 365 * 86_400L);
        assertThat(status.getDurationUntilReset().getNanos()).isZero();
    }

    @Test
    void countsManyHitsAtOnceAndAllThatAreDenied() {
        ServedEnvoy envoy = serve("- {key: k, " + limit(10) + "}");
        assertThat(told(envoy, hits(8, descriptor("k", "v")))).isEqualTo("OK 2");
        assertThat(told(envoy, hits(5, descriptor("k", "v")))).isEqualTo("OVER_LIMIT 0");
        assertThat(told(envoy, hits(1, descriptor("k", "v")))).isEqualTo("OVER_LIMIT 0");
        assertThat(told(envoy, hits(10, descriptor("k", "w")))).isEqualTo("OK 0");
        assertThat(told(envoy, hits(11, descriptor("k", "x")))).isEqualTo("OVER_LIMIT 0");
        assertThat(told(envoy, hits(-1, descriptor("k", "y")))).isEqualTo("OVER_LIMIT 0");
    }

    @Test
    void takesTheHitsOfTheDescriptorOrElseOfTheRequestOrElseOne() {
        ServedEnvoy envoy = serve("- {key: k, " + limit(10) + "}");
        RateLimitRequest.Builder request =
                RateLimitRequest.newBuilder().setDomain(domain).setHitsAddend(3);
        request.addDescriptors(hits(5, descriptor("k", "a"))).addDescriptors(descriptor("k", "b"));
        assertThat(told(envoy.ask(request.build()))).containsExactly("OK", "OK 5", "OK 7");
        assertThat(told(envoy, descriptor("k", "c"))).isEqualTo("OK 9");
    }

    @Test
    void onlyLooksWithNoHits() {
        ServedEnvoy envoy = serve("- {key: k, " + limit(2) + "}");
        RateLimitDescriptor look = hits(0, descriptor("k", "v"));
        assertThat(told(envoy, look)).isEqualTo("OK 2");
        ask(envoy, descriptor("k", "v"));
        assertThat(told(envoy, look)).isEqualTo("OK 1");
        assertThat(told(envoy, look)).isEqualTo("OK 1");
    }

    @Test
    void aLookAtExactlyTheLimitIsFineAndBeyondItIsOver() {
        ServedEnvoy envoy = serve("- {key: k, " + limit(2) + "}");
        RateLimitDescriptor look = hits(0, descriptor("k", "v"));
        ask(envoy, hits(2, descriptor("k", "v")));
        assertThat(told(envoy, look)).isEqualTo("OK 0");
        ask(envoy, descriptor("k", "v"));
        assertThat(told(envoy, look)).isEqualTo("OVER_LIMIT 0");
    }

    @Test
    void looksAndTakesInOneRequest() {
        ServedEnvoy envoy = serve("- {key: k, " + limit(2) + "}");
        RateLimitDescriptor look = hits(0, descriptor("k", "a"));
        assertThat(told(ask(envoy, descriptor("k", "b"), look))).containsExactly("OK", "OK 1", "OK 2");
        ask(envoy, hits(3, descriptor("k", "a")));
        assertThat(told(ask(envoy, descriptor("k", "b"), look))).containsExactly("OVER_LIMIT", "OK 0", "OVER_LIMIT 0");
    }

    @Test
    void givesBackNegativeHitsDownToNone() {
        ServedEnvoy envoy = serve("- {key: k, " + limit(10) + "}");
        ask(envoy, hits(6, descriptor("k", "v")));
        assertThat(told(envoy, giveBack(2, descriptor("k", "v")))).isEqualTo("OK 6");
        assertThat(told(envoy, hits(0, descriptor("k", "v")))).isEqualTo("OK 6");
        assertThat(told(envoy, giveBack(100, descriptor("k", "v")))).isEqualTo("OK 10");
        assertThat(told(envoy, descriptor("k", "v"))).isEqualTo("OK 9");
        assertThat(told(envoy, giveBack(5, descriptor("k", "new")))).isEqualTo("OK 10");
    }

    @Test
    void givingBackIsFineEvenWhenOver() {
        ServedEnvoy envoy = serve("- {key: k, " + limit(2) + "}");
        ask(envoy, hits(3, descriptor("k", "v")));
        assertThat(status(envoy, giveBack(1, descriptor("k", "v"))).getCode()).isEqualTo(Code.OK);
        assertThat(told(envoy, hits(0, descriptor("k", "v")))).isEqualTo("OK 0");
    }

    @Test
    void allowsNothingWithALimitOfNone() {
        ServedEnvoy envoy = serve("- {key: k, " + limit(0) + "}");
        assertThat(told(envoy, hits(0, descriptor("k", "v")))).isEqualTo("OK 0");
        assertThat(told(envoy, descriptor("k", "v"))).isEqualTo("OVER_LIMIT 0");
        assertThat(told(envoy, descriptor("k", "v"))).isEqualTo("OVER_LIMIT 0");
    }

    @Test
    void countsUpToTheLargestNumber() {
        ServedEnvoy envoy = serve("- {key: k, " + limit(4_294_967_295L) + "}");
        assertThat(told(envoy, hits(4_294_967_295L, descriptor("k", "v")))).isEqualTo("OK 0");
        assertThat(told(envoy, descriptor("k", "v"))).isEqualTo("OVER_LIMIT 0");
    }

    @Test
    void saysOfWhatIsUnlimitedThatAllIsLeft() {
        ServedEnvoy envoy = serve("- {key: k, rate_limit: {unlimited: true}}");
        assertThat(status(envoy, descriptor("k", "v")))
                .isEqualTo(DescriptorStatus.newBuilder()
                        .setCode(Code.OK)
                        .setLimitRemaining(-1)
                        .build());
    }

    @Test
    void isOverWhenOneDescriptorIsAndStillCountsTheOthers() {
        ServedEnvoy envoy = serve("- {key: a, " + limit(1) + "}", "- {key: b, " + limit(9) + "}");
        RateLimitDescriptor[] both = {descriptor("a", "v"), descriptor("b", "v")};
        assertThat(told(ask(envoy, both))).containsExactly("OK", "OK 0", "OK 8");
        assertThat(told(ask(envoy, both))).containsExactly("OVER_LIMIT", "OVER_LIMIT 0", "OK 7");
        assertThat(told(ask(envoy, both))).containsExactly("OVER_LIMIT", "OVER_LIMIT 0", "OK 6");
    }

    @Test
    void answersEveryDescriptorInItsPlace() {
        ServedEnvoy envoy = serve("- {key: a, " + limit(5) + "}", "- {key: b, " + limit(9) + "}");
        RateLimitResponse response =
                ask(envoy, descriptor("x", "v"), descriptor("b", "v"), descriptor("y", "v"), descriptor("a", "v"));
        assertThat(told(response)).containsExactly("OK", "OK 0", "OK 8", "OK 0", "OK 4");
        assertNoLimit(response.getStatuses(0));
        assertNoLimit(response.getStatuses(2));
    }

    @Test
    void countsADescriptorThatIsThereTwiceTwice() {
        ServedEnvoy envoy = serve("- {key: k, " + limit(2) + "}");
        assertThat(told(ask(envoy, descriptor("k", "v"), descriptor("k", "v"), descriptor("k", "v"))))
                .containsExactly("OVER_LIMIT", "OK 1", "OK 0", "OVER_LIMIT 0");
    }

    @Test
    void leavesOutALimitThatAnotherReplaces() {
        ServedEnvoy envoy = serve(
                "- {key: a, rate_limit: {unit: year, requests_per_unit: 1, name: base}}",
                "- {key: b, rate_limit: {unit: year, requests_per_unit: 5, replaces: [{name: base}]}}",
                "- {key: c, rate_limit: {unlimited: true, replaces: [{name: base}]}}");
        for (int i = 4; i >= 2; i--) {
            RateLimitResponse response = ask(envoy, descriptor("a", "v"), descriptor("b", "v"));
            assertNoLimit(response.getStatuses(0));
            assertThat(told(response)).containsExactly("OK", "OK 0", "OK " + i);
        }
        assertNoLimit(ask(envoy, descriptor("a", "v"), descriptor("c", "v")).getStatuses(0));
        assertThat(told(envoy, descriptor("a", "v"))).isEqualTo("OK 0");
    }

    @Test
    void countsInShadowModeWithoutEverBeingOver() {
        ServedEnvoy envoy = serve("- {key: k, shadow_mode: true, " + limit(1) + "}");
        assertThat(told(envoy, descriptor("k", "v"))).isEqualTo("OK 0");
        assertThat(told(envoy, descriptor("k", "v"))).isEqualTo("OK 0");
        assertThat(envoy.registry()
                        .get("rate_limiter.envoy.descriptors")
                        .tags("domain", domain, "descriptor", "k", "outcome", "shadow")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void isOverOnlyWhenAllQuotasAre() {
        ServedEnvoy envoy = serve(
                "- {key: a, quota_mode: true, " + limit(1) + "}",
                "- {key: b, quota_mode: true, " + limit(2) + "}",
                "- {key: c, " + limit(3) + "}");
        RateLimitDescriptor[] quotas = {descriptor("a", "v"), descriptor("b", "v")};
        assertThat(told(ask(envoy, quotas))).containsExactly("OK", "OK 0", "OK 1");
        assertThat(told(ask(envoy, quotas))).containsExactly("OK", "OVER_LIMIT 0", "OK 0");
        assertThat(told(ask(envoy, quotas))).containsExactly("OVER_LIMIT", "OVER_LIMIT 0", "OVER_LIMIT 0");
        assertThat(told(ask(envoy, descriptor("b", "w"), hits(4, descriptor("c", "v")))))
                .containsExactly("OVER_LIMIT", "OK 1", "OVER_LIMIT 0");
    }

    // What Weir adds

    @Test
    void takesNothingForDeniedHitsWhereTheyAreFree() {
        ServedEnvoy envoy =
                serveWith("denied-hits: free", "- {key: a, " + limit(1) + "}", "- {key: b, " + limit(9) + "}");
        RateLimitDescriptor[] both = {descriptor("a", "v"), descriptor("b", "v")};
        assertThat(told(ask(envoy, both))).containsExactly("OK", "OK 0", "OK 8");
        assertThat(told(ask(envoy, both))).containsExactly("OVER_LIMIT", "OVER_LIMIT 0", "OK 8");
        assertThat(told(envoy, hits(10, descriptor("b", "v")))).isEqualTo("OVER_LIMIT 8");
        assertThat(told(envoy, hits(8, descriptor("b", "v")))).isEqualTo("OK 0");
        assertThat(told(envoy, hits(0, descriptor("b", "v")))).isEqualTo("OVER_LIMIT 0");
    }

    @Test
    void takesNothingBesideALookThatIsOverWhereDeniedHitsAreFree() {
        ServedEnvoy envoy =
                serveWith("denied-hits: free", "- {key: a, " + limit(1) + "}", "- {key: b, " + limit(9) + "}");
        ask(envoy, descriptor("a", "v"));
        assertThat(told(ask(envoy, hits(0, descriptor("a", "v")), descriptor("b", "v"))))
                .containsExactly("OVER_LIMIT", "OVER_LIMIT 0", "OK 9");
    }

    @Test
    void givesBackWhatWasTakenBesideQuotasThatAreAllOverWhereDeniedHitsAreFree() {
        ServedEnvoy envoy = serveWith(
                "denied-hits: free",
                "- {key: a, quota_mode: true, " + limit(1) + "}",
                "- {key: b, " + limit(9) + "}",
                "- {key: s, shadow_mode: true, " + limit(1) + "}");
        RateLimitDescriptor[] all = {descriptor("a", "v"), descriptor("b", "v"), descriptor("s", "v")};
        assertThat(told(ask(envoy, all))).containsExactly("OK", "OK 0", "OK 8", "OK 0");
        assertThat(ask(envoy, all).getOverallCode()).isEqualTo(Code.OVER_LIMIT);
        assertThat(told(envoy, hits(0, descriptor("b", "v")))).isEqualTo("OK 8");
    }

    @Test
    void limitsByOtherAlgorithmsAndWindows() {
        ServedEnvoy envoy = serve(
                "- {key: a, rate_limit: {algorithm: token-bucket, unit: year, requests_per_unit: 2}}",
                "- {key: b, rate_limit: {algorithm: sliding-window, window: 300days, requests_per_unit: 2}}",
                "- {key: c, rate_limit: {algorithm: leaky-bucket, unit: year, requests_per_unit: 2}}",
                "- {key: d, rate_limit: {algorithm: sliding-window-counter, unit: year, requests_per_unit: 2}}",
                "- {key: e, rate_limit: {window: 3000days, requests_per_unit: 2}}");
        for (String key : List.of("a", "b", "c", "d", "e")) {
            assertThat(told(envoy, descriptor(key, "v"))).as(key).isEqualTo("OK 1");
            assertThat(told(envoy, descriptor(key, "v"))).as(key).isEqualTo("OK 0");
            assertThat(told(envoy, descriptor(key, "v"))).as(key).isEqualTo("OVER_LIMIT 0");
            assertThat(told(envoy, hits(9, descriptor(key, "w")))).as(key).isEqualTo("OVER_LIMIT 0");
        }
        assertThat(status(envoy, descriptor("e", "v")).getCurrentLimit().getUnit())
                .isEqualTo(RateLimitResponse.RateLimit.Unit.UNKNOWN);
    }

    @Test
    void keepsApartWhatLooksAlike() {
        ServedEnvoy envoy =
                serve("- key: k", "  descriptors: [{key: l, " + limit(1) + "}]", "- {key: m, " + limit(1) + "}");
        List<RateLimitDescriptor> alike = List.of(
                descriptor("k", "a:l:b", "l", "c"),
                descriptor("k", "a", "l", "b:l:c"),
                descriptor("k", "a", "l", "b"),
                descriptor("m", "a%3A"),
                descriptor("m", "a:"),
                descriptor("m", "{a}"),
                descriptor("m", "a#year"),
                descriptor("m", "a"),
                descriptor("m", "A"),
                descriptor("m", "a "),
                descriptor("m", "\u0000"),
                descriptor("m", "ä"),
                descriptor("m", "a\u0308"),
                descriptor("m", "x".repeat(60_000)),
                descriptor("m", "x".repeat(60_001)));
        assertThat(alike).allSatisfy(each -> assertThat(told(envoy, each)).isEqualTo("OK 0"));
        assertThat(alike).allSatisfy(each -> assertThat(told(envoy, each)).isEqualTo("OVER_LIMIT 0"));
    }
}
