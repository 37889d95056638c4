package io.weir.service.envoy;

import static io.weir.service.envoy.ServedEnvoy.descriptor;
import static io.weir.service.envoy.ServedEnvoy.giveBack;
import static io.weir.service.envoy.ServedEnvoy.hits;
import static org.assertj.core.api.Assertions.assertThat;

import io.envoyproxy.envoy.extensions.common.ratelimit.v3.RateLimitDescriptor;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitRequest;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse.Code;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse.DescriptorStatus;
import io.weir.service.envoy.wire.BrokenTextTest;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Decisions of matching limits on every store: first as envoyproxy/ratelimit decides, then what Weir adds. */
abstract class EnvoyContract extends EnvoyMatchingContract {

    @Test
    void isOverWhenTheCounterPassesTheLimit() {
        ServedEnvoy envoy = serve("- {key: k, " + limit(3) + "}");
        assertThat(List.of(
                        codeAndLeft(envoy, descriptor("k", "v")),
                        codeAndLeft(envoy, descriptor("k", "v")),
                        codeAndLeft(envoy, descriptor("k", "v")),
                        codeAndLeft(envoy, descriptor("k", "v")),
                        codeAndLeft(envoy, descriptor("k", "v"))))
                .containsExactly("OK 2", "OK 1", "OK 0", "OVER_LIMIT 0", "OVER_LIMIT 0");
    }

    @Test
    void countsTextThatIsNotUtf8SeparatelyFromOtherText() {
        ServedEnvoy envoy = serve("- {key: k, " + limit(2) + "}");
        for (byte[] broken : BrokenTextTest.BROKEN) {
            assertThat(List.of(
                            codeAndLeft(envoy, descriptor("k", broken)),
                            codeAndLeft(envoy, descriptor("k", broken)),
                            codeAndLeft(envoy, descriptor("k", broken))))
                    .as(HexFormat.of().formatHex(broken))
                    .containsExactly("OK 1", "OK 0", "OVER_LIMIT 0");
        }
        for (String similar : List.of("?", "\uFFFD", "\u00FF", "%FF", "%ED%B3%BF")) {
            assertThat(codeAndLeft(envoy, descriptor("k", similar))).as(similar).isEqualTo("OK 1");
        }
        assertThat(envoy.registry()
                        .get("rate_limiter.envoy.suspect")
                        .tag("reason", "broken_text")
                        .counter()
                        .count())
                .isEqualTo(3 * BrokenTextTest.BROKEN.size());
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
        assertThat(codeAndLeft(envoy, hits(8, descriptor("k", "v")))).isEqualTo("OK 2");
        assertThat(codeAndLeft(envoy, hits(5, descriptor("k", "v")))).isEqualTo("OVER_LIMIT 0");
        assertThat(codeAndLeft(envoy, hits(1, descriptor("k", "v")))).isEqualTo("OVER_LIMIT 0");
        assertThat(codeAndLeft(envoy, hits(10, descriptor("k", "w")))).isEqualTo("OK 0");
        assertThat(codeAndLeft(envoy, hits(11, descriptor("k", "x")))).isEqualTo("OVER_LIMIT 0");
        assertThat(codeAndLeft(envoy, hits(-1, descriptor("k", "y")))).isEqualTo("OVER_LIMIT 0");
    }

    @Test
    void takesTheHitsOfTheDescriptorOrElseOfTheRequestOrElseOne() {
        ServedEnvoy envoy = serve("- {key: k, " + limit(10) + "}");
        RateLimitRequest.Builder request =
                RateLimitRequest.newBuilder().setDomain(domain).setHitsAddend(3);
        request.addDescriptors(hits(5, descriptor("k", "a"))).addDescriptors(descriptor("k", "b"));
        assertThat(codeAndLeft(envoy.ask(request.build()))).containsExactly("OK", "OK 5", "OK 7");
        assertThat(codeAndLeft(envoy, descriptor("k", "c"))).isEqualTo("OK 9");
    }

    @Test
    void zeroHitsOnlyPeek() {
        ServedEnvoy envoy = serve("- {key: k, " + limit(2) + "}");
        RateLimitDescriptor peek = hits(0, descriptor("k", "v"));
        assertThat(codeAndLeft(envoy, peek)).isEqualTo("OK 2");
        ask(envoy, descriptor("k", "v"));
        assertThat(codeAndLeft(envoy, peek)).isEqualTo("OK 1");
        assertThat(codeAndLeft(envoy, peek)).isEqualTo("OK 1");
    }

    @Test
    void aPeekAtExactlyTheLimitIsOkAndBeyondItIsOver() {
        ServedEnvoy envoy = serve("- {key: k, " + limit(2) + "}");
        RateLimitDescriptor peek = hits(0, descriptor("k", "v"));
        ask(envoy, hits(2, descriptor("k", "v")));
        assertThat(codeAndLeft(envoy, peek)).isEqualTo("OK 0");
        ask(envoy, descriptor("k", "v"));
        assertThat(codeAndLeft(envoy, peek)).isEqualTo("OVER_LIMIT 0");
    }

    @Test
    void peeksAndTakesInOneRequest() {
        ServedEnvoy envoy = serve("- {key: k, " + limit(2) + "}");
        RateLimitDescriptor peek = hits(0, descriptor("k", "a"));
        assertThat(codeAndLeft(ask(envoy, descriptor("k", "b"), peek))).containsExactly("OK", "OK 1", "OK 2");
        ask(envoy, hits(3, descriptor("k", "a")));
        assertThat(codeAndLeft(ask(envoy, descriptor("k", "b"), peek)))
                .containsExactly("OVER_LIMIT", "OK 0", "OVER_LIMIT 0");
    }

    @Test
    void givesBackNegativeHitsDownToZero() {
        ServedEnvoy envoy = serve("- {key: k, " + limit(10) + "}");
        ask(envoy, hits(6, descriptor("k", "v")));
        assertThat(codeAndLeft(envoy, giveBack(2, descriptor("k", "v")))).isEqualTo("OK 6");
        assertThat(codeAndLeft(envoy, hits(0, descriptor("k", "v")))).isEqualTo("OK 6");
        assertThat(codeAndLeft(envoy, giveBack(100, descriptor("k", "v")))).isEqualTo("OK 10");
        assertThat(codeAndLeft(envoy, descriptor("k", "v"))).isEqualTo("OK 9");
        assertThat(codeAndLeft(envoy, giveBack(5, descriptor("k", "new")))).isEqualTo("OK 10");
    }

    @Test
    void givingBackIsOkEvenWhenOver() {
        ServedEnvoy envoy = serve("- {key: k, " + limit(2) + "}");
        ask(envoy, hits(3, descriptor("k", "v")));
        assertThat(status(envoy, giveBack(1, descriptor("k", "v"))).getCode()).isEqualTo(Code.OK);
        assertThat(codeAndLeft(envoy, hits(0, descriptor("k", "v")))).isEqualTo("OK 0");
    }

    @Test
    void countsHitsBeyondTheLimit() {
        ServedEnvoy envoy = serve("- {key: k, " + limit(10) + "}");
        RateLimitDescriptor peek = hits(0, descriptor("k", "v"));
        ask(envoy, hits(15, descriptor("k", "v")));
        assertThat(codeAndLeft(envoy, giveBack(3, descriptor("k", "v")))).isEqualTo("OK 0");
        assertThat(codeAndLeft(envoy, peek)).isEqualTo("OVER_LIMIT 0");
        assertThat(codeAndLeft(envoy, giveBack(2, descriptor("k", "v")))).isEqualTo("OK 0");
        assertThat(codeAndLeft(envoy, peek)).isEqualTo("OK 0");
        assertThat(codeAndLeft(envoy, giveBack(1, descriptor("k", "v")))).isEqualTo("OK 1");
        assertThat(codeAndLeft(envoy, descriptor("k", "v"))).isEqualTo("OK 0");
    }

    @Test
    void countsAllHitsOfALimitOfZero() {
        ServedEnvoy envoy = serve("- {key: k, " + limit(0) + "}");
        ask(envoy, hits(3, descriptor("k", "v")));
        assertThat(codeAndLeft(envoy, giveBack(2, descriptor("k", "v")))).isEqualTo("OK 0");
        assertThat(codeAndLeft(envoy, hits(0, descriptor("k", "v")))).isEqualTo("OVER_LIMIT 0");
        assertThat(codeAndLeft(envoy, giveBack(1, descriptor("k", "v")))).isEqualTo("OK 0");
        assertThat(codeAndLeft(envoy, hits(0, descriptor("k", "v")))).isEqualTo("OK 0");
    }

    @Test
    void allowsNothingWithALimitOfZero() {
        ServedEnvoy envoy = serve("- {key: k, " + limit(0) + "}");
        assertThat(codeAndLeft(envoy, hits(0, descriptor("k", "v")))).isEqualTo("OK 0");
        assertThat(codeAndLeft(envoy, descriptor("k", "v"))).isEqualTo("OVER_LIMIT 0");
        assertThat(codeAndLeft(envoy, descriptor("k", "v"))).isEqualTo("OVER_LIMIT 0");
    }

    @Test
    void countsUpToTheLargestNumber() {
        ServedEnvoy envoy = serve("- {key: k, " + limit(4_294_967_295L) + "}");
        assertThat(codeAndLeft(envoy, hits(4_294_967_295L, descriptor("k", "v"))))
                .isEqualTo("OK 0");
        assertThat(codeAndLeft(envoy, descriptor("k", "v"))).isEqualTo("OVER_LIMIT 0");
    }

    @Test
    void unlimitedDescriptorsHaveTheLargestNumberLeft() {
        ServedEnvoy envoy = serve("- {key: k, rate_limit: {unlimited: true}}");
        assertThat(status(envoy, descriptor("k", "v")))
                .isEqualTo(DescriptorStatus.newBuilder()
                        .setCode(Code.OK)
                        .setLimitRemaining(-1)
                        .build());
    }

    @Test
    void isOverWhenOneDescriptorIsOverAndStillCountsTheOthers() {
        ServedEnvoy envoy = serve("- {key: a, " + limit(1) + "}", "- {key: b, " + limit(9) + "}");
        RateLimitDescriptor[] both = {descriptor("a", "v"), descriptor("b", "v")};
        assertThat(codeAndLeft(ask(envoy, both))).containsExactly("OK", "OK 0", "OK 8");
        assertThat(codeAndLeft(ask(envoy, both))).containsExactly("OVER_LIMIT", "OVER_LIMIT 0", "OK 7");
        assertThat(codeAndLeft(ask(envoy, both))).containsExactly("OVER_LIMIT", "OVER_LIMIT 0", "OK 6");
    }

    @Test
    void answersDescriptorsInTheirOrder() {
        ServedEnvoy envoy = serve("- {key: a, " + limit(5) + "}", "- {key: b, " + limit(9) + "}");
        RateLimitResponse response =
                ask(envoy, descriptor("x", "v"), descriptor("b", "v"), descriptor("y", "v"), descriptor("a", "v"));
        assertThat(codeAndLeft(response)).containsExactly("OK", "OK 0", "OK 8", "OK 0", "OK 4");
        assertNoLimit(response.getStatuses(0));
        assertNoLimit(response.getStatuses(2));
    }

    @Test
    void countsARepeatedDescriptorTwice() {
        ServedEnvoy envoy = serve("- {key: k, " + limit(2) + "}");
        assertThat(codeAndLeft(ask(envoy, descriptor("k", "v"), descriptor("k", "v"), descriptor("k", "v"))))
                .containsExactly("OVER_LIMIT", "OK 1", "OK 0", "OVER_LIMIT 0");
    }

    @Test
    void doesNotApplyALimitThatAnotherReplaces() {
        ServedEnvoy envoy = serve(
                "- {key: a, rate_limit: {unit: year, requests_per_unit: 1, name: base}}",
                "- {key: b, rate_limit: {unit: year, requests_per_unit: 5, replaces: [{name: base}]}}",
                "- {key: c, rate_limit: {unlimited: true, replaces: [{name: base}]}}");
        for (int i = 4; i >= 2; i--) {
            RateLimitResponse response = ask(envoy, descriptor("a", "v"), descriptor("b", "v"));
            assertNoLimit(response.getStatuses(0));
            assertThat(codeAndLeft(response)).containsExactly("OK", "OK 0", "OK " + i);
        }
        assertNoLimit(ask(envoy, descriptor("a", "v"), descriptor("c", "v")).getStatuses(0));
        assertThat(codeAndLeft(envoy, descriptor("a", "v"))).isEqualTo("OK 0");
    }

    @Test
    void countsInShadowModeWithoutEverBeingOver() {
        ServedEnvoy envoy = serve("- {key: k, shadow_mode: true, " + limit(1) + "}");
        assertThat(codeAndLeft(envoy, descriptor("k", "v"))).isEqualTo("OK 0");
        assertThat(codeAndLeft(envoy, descriptor("k", "v"))).isEqualTo("OK 0");
        assertThat(envoy.registry()
                        .get("rate_limiter.envoy.descriptors")
                        .tags("domain", domain, "descriptor", "k", "outcome", "shadow")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void isOverOnlyWhenAllQuotasAreOver() {
        ServedEnvoy envoy = serve(
                "- {key: a, quota_mode: true, " + limit(1) + "}",
                "- {key: b, quota_mode: true, " + limit(2) + "}",
                "- {key: c, " + limit(3) + "}");
        RateLimitDescriptor[] quotas = {descriptor("a", "v"), descriptor("b", "v")};
        assertThat(codeAndLeft(ask(envoy, quotas))).containsExactly("OK", "OK 0", "OK 1");
        assertThat(codeAndLeft(ask(envoy, quotas))).containsExactly("OK", "OVER_LIMIT 0", "OK 0");
        assertThat(codeAndLeft(ask(envoy, quotas))).containsExactly("OVER_LIMIT", "OVER_LIMIT 0", "OVER_LIMIT 0");
        assertThat(codeAndLeft(ask(envoy, descriptor("b", "w"), hits(4, descriptor("c", "v")))))
                .containsExactly("OVER_LIMIT", "OK 1", "OVER_LIMIT 0");
    }

    // Features that envoyproxy/ratelimit does not have.

    @Test
    void freeDeniedHitsTakeNothing() {
        ServedEnvoy envoy =
                serveWith("denied-hits: free", "- {key: a, " + limit(1) + "}", "- {key: b, " + limit(9) + "}");
        RateLimitDescriptor[] both = {descriptor("a", "v"), descriptor("b", "v")};
        assertThat(codeAndLeft(ask(envoy, both))).containsExactly("OK", "OK 0", "OK 8");
        assertThat(codeAndLeft(ask(envoy, both))).containsExactly("OVER_LIMIT", "OVER_LIMIT 0", "OK 8");
        assertThat(codeAndLeft(envoy, hits(10, descriptor("b", "v")))).isEqualTo("OVER_LIMIT 8");
        assertThat(codeAndLeft(envoy, hits(8, descriptor("b", "v")))).isEqualTo("OK 0");
        assertThat(codeAndLeft(envoy, hits(0, descriptor("b", "v")))).isEqualTo("OVER_LIMIT 0");
    }

    @Test
    void freeDeniedHitsTakeNothingBesideAPeekThatIsOver() {
        ServedEnvoy envoy =
                serveWith("denied-hits: free", "- {key: a, " + limit(1) + "}", "- {key: b, " + limit(9) + "}");
        ask(envoy, descriptor("a", "v"));
        assertThat(codeAndLeft(ask(envoy, hits(0, descriptor("a", "v")), descriptor("b", "v"))))
                .containsExactly("OVER_LIMIT", "OVER_LIMIT 0", "OK 9");
    }

    @Test
    void freeDeniedHitsGiveBackWhatWasTakenBesideExhaustedQuotas() {
        ServedEnvoy envoy = serveWith(
                "denied-hits: free",
                "- {key: a, quota_mode: true, " + limit(1) + "}",
                "- {key: b, " + limit(9) + "}",
                "- {key: s, shadow_mode: true, " + limit(1) + "}");
        RateLimitDescriptor[] all = {descriptor("a", "v"), descriptor("b", "v"), descriptor("s", "v")};
        assertThat(codeAndLeft(ask(envoy, all))).containsExactly("OK", "OK 0", "OK 8", "OK 0");
        assertThat(ask(envoy, all).getOverallCode()).isEqualTo(Code.OVER_LIMIT);
        assertThat(codeAndLeft(envoy, hits(0, descriptor("b", "v")))).isEqualTo("OK 8");
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
            assertThat(codeAndLeft(envoy, descriptor(key, "v"))).as(key).isEqualTo("OK 1");
            assertThat(codeAndLeft(envoy, descriptor(key, "v"))).as(key).isEqualTo("OK 0");
            assertThat(codeAndLeft(envoy, descriptor(key, "v"))).as(key).isEqualTo("OVER_LIMIT 0");
            assertThat(codeAndLeft(envoy, hits(9, descriptor(key, "w"))))
                    .as(key)
                    .isEqualTo("OVER_LIMIT 0");
        }
        assertThat(status(envoy, descriptor("e", "v")).getCurrentLimit().getUnit())
                .isEqualTo(RateLimitResponse.RateLimit.Unit.UNKNOWN);
    }

    @Test
    void similarDescriptorsHaveSeparateCounters() {
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
        assertThat(alike)
                .allSatisfy(each -> assertThat(codeAndLeft(envoy, each)).isEqualTo("OK 0"));
        assertThat(alike)
                .allSatisfy(each -> assertThat(codeAndLeft(envoy, each)).isEqualTo("OVER_LIMIT 0"));
    }
}
