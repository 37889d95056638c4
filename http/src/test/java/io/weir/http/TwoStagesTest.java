package io.weir.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.classify.IpAddress;
import io.weir.limit.Limit;
import io.weir.policy.Bypass;
import io.weir.policy.Policy;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Dimension.Kind;
import io.weir.policy.rule.Match;
import io.weir.policy.rule.Outcome;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Rules before and after authentication. */
final class TwoStagesTest {

    private static final Rule PER_IP = Rule.of("per-ip", Limit.parse("5/day")).per(CountBy.IP);
    private static final Rule PER_USER =
            Rule.of("per-user", Limit.parse("2/day")).per(CountBy.of(Kind.USER));

    private static Map<String, Long> left(Site site, String user) {
        Request request = Request.of("GET", "/login")
                .withAddress(IpAddress.parse("127.0.0.1").orElseThrow())
                .withCaller(Caller.user(user));
        return site.gate.peek(request).toCompletableFuture().join().rulings().stream()
                .collect(Collectors.toMap(
                        ruling -> ruling.rule(), ruling -> ruling.decision().remaining()));
    }

    @Test
    void failedLoginsAreLimitedThoughAuthenticationEndsThem() throws Exception {
        Rule login = PER_IP.matching(Match.path("/login")).withOutcome(new Outcome(Outcome.statuses("401"), Set.of()));
        try (Site site = new Site(login, PER_USER).inTwoStages().start()) {
            for (int i = 0; i < 1_000; i++) {
                int status = site.send("POST", "/login", Site.USER, "nobody").statusCode();
                assertThat(status).isEqualTo(i < 5 ? 401 : 429);
            }
        }
    }

    @Test
    void successfulLoginsAreNotCountedByARuleForFailedOnes() throws Exception {
        Rule login = PER_IP.matching(Match.path("/login")).withOutcome(new Outcome(Outcome.statuses("401"), Set.of()));
        try (Site site = new Site(login).inTwoStages().start()) {
            for (int i = 0; i < 20; i++) {
                assertThat(site.send("POST", "/login", Site.USER, "shopper").statusCode())
                        .isEqualTo(200);
            }
        }
    }

    @Test
    void aDenialAfterAuthenticationGivesBackEarlierCharges() throws Exception {
        try (Site site = new Site(PER_IP, PER_USER).inTwoStages().start()) {
            for (int i = 0; i < 10; i++) {
                HttpResponse<String> response = site.get("/login", Site.USER, "shopper");
                assertThat(response.statusCode()).isEqualTo(i < 2 ? 200 : 429);
            }
            assertThat(left(site, "shopper")).isEqualTo(Map.of("per-ip", 3L, "per-user", 0L));
        }
    }

    @Test
    void theTighterOfBothStagesIsReported() throws Exception {
        try (Site site = new Site(PER_IP, PER_USER).inTwoStages().start()) {
            assertThat(Site.remaining(site.get("/a", Site.USER, "shopper"))).isEqualTo("1");
            assertThat(Site.remaining(site.get("/a"))).isEqualTo("3");
            assertThat(Site.remaining(site.get("/a", Site.USER, "nobody"))).isEqualTo("2");
            assertThat(Site.remaining(site.get("/a", Site.USER, "berta"))).isEqualTo("1");
        }
        try (Site site = new Site(PER_IP, PER_USER).inTwoStages().start()) {
            for (int i = 0; i < 4; i++) {
                site.get("/a");
            }
            HttpResponse<String> last = site.get("/a", Site.USER, "shopper");
            assertThat(last.headers().allValues("X-RateLimit-Limit")).containsExactly("5");
            assertThat(last.headers().allValues("X-RateLimit-Remaining")).containsExactly("0");
        }
    }

    @Test
    void aBypassFoundAfterAuthenticationGivesBackEarlierCharges() throws Exception {
        Policy policy = Policy.of(PER_IP, PER_USER).withBypasses(List.of(Bypass.user("robot", "robot")));
        try (Site site = new Site(policy).inTwoStages().start()) {
            for (int i = 0; i < 10; i++) {
                assertThat(site.get("/login", Site.USER, "robot").statusCode()).isEqualTo(200);
            }
            assertThat(left(site, "shopper")).containsEntry("per-ip", 5L);
            assertThat(site.gate.bypassed()).containsEntry("robot", 10L);
        }
    }

    @Test
    void aBypassFoundBeforeAuthenticationIsCountedOnce() throws Exception {
        Policy policy = Policy.of(PER_IP, PER_USER).withBypasses(List.of(Bypass.apiKey("partner", "k1")));
        try (Site site = new Site(policy).inTwoStages().start()) {
            site.get("/login", Site.KEY, "k1");
            assertThat(site.gate.bypassed()).containsEntry("partner", 1L);
        }
    }

    @Test
    void aRuleForApiKeysIsCheckedBeforeAuthentication() throws Exception {
        Rule perKey = Rule.of("per-key", Limit.parse("1/day")).per(CountBy.of(Kind.API_KEY));
        try (Site site = new Site(perKey).inTwoStages().start()) {
            assertThat(site.get("/a", Site.KEY, "k1", Site.USER, "nobody").statusCode())
                    .isEqualTo(401);
            assertThat(site.get("/a", Site.KEY, "k1", Site.USER, "nobody").statusCode())
                    .isEqualTo(429);
            assertThat(site.get("/a", Site.KEY, "k2").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aUserWhoLogsInIsStillCountedByAddress() throws Exception {
        try (Site site = new Site(PER_IP, PER_USER).inTwoStages().start()) {
            for (int i = 0; i < 5; i++) {
                assertThat(site.get("/a", Site.USER, "user-" + i).statusCode()).isEqualTo(200);
            }
            assertThat(site.get("/a", Site.USER, "user-5").statusCode()).isEqualTo(429);
        }
    }
}
