package io.weir.policyfile;

import static io.weir.policyfile.PolicySamples.mistakes;
import static io.weir.policyfile.PolicySamples.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Limit;
import io.weir.policy.Policy;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.Cost;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Dimension.Kind;
import io.weir.policy.rule.Match;
import io.weir.policy.rule.Match.CallerKind;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Subject;
import io.weir.store.OnFailure;
import io.weir.store.Scope;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class PlainFormTest {

    @Test
    void globalIsOneCounter() {
        assertThat(read("rate-limit:", "  global: {capacity: 15000, refill-rate: 10000}")
                        .rules())
                .containsExactly(Rule.of("global", Limit.parse("10000/min burst 15000")));
    }

    @Test
    void rateLimitMayBeLeftOut() {
        assertThat(read("global: {capacity: 15000, refill-rate: 10000}").rules())
                .isEqualTo(read("rate-limit: {global: {capacity: 15000, refill-rate: 10000}}")
                        .rules());
    }

    @Test
    void theDefaultCapacityIsOneAndAHalfTimesTheRate() {
        assertThat(read("global: {refill-rate: 100}").rules().get(0).limit())
                .isEqualTo(Limit.parse("100/min burst 150"));
        assertThat(read("global: {refill-rate: 5}").rules().get(0).limit()).isEqualTo(Limit.parse("5/min burst 7"));
        assertThat(read("global: {refill-rate: 1}").rules().get(0).limit()).isEqualTo(Limit.parse("1/min"));
    }

    @Test
    void tiersCountCallersAndTheLowestRateIsTheLowestTier() {
        Policy policy = read(
                "tiers:",
                "  enterprise: {capacity: 3000, refill-rate: 2000}",
                "  free: {capacity: 900, refill-rate: 100}",
                "  premium: {capacity: 750, refill-rate: 500}",
                "anonymous: off");
        assertThat(policy.tiers()).containsExactly("free", "premium", "enterprise");
        assertThat(policy.rules())
                .extracting(Rule::name)
                .containsExactly("tier-enterprise", "tier-free", "tier-premium");
        assertThat(policy.rules())
                .contains(Rule.of("tier-free", Limit.parse("100/min burst 900"))
                        .matching(Match.ALL.withTiers("free"))
                        .per(CountBy.CALLER));
    }

    @Test
    void withTiersAnonymousCallersAreCountedByAddress() {
        Rule anonymous = Rule.of("anonymous", Limit.parse("1000/min"))
                .matching(Match.ALL.withCallers(CallerKind.ANONYMOUS))
                .per(CountBy.IP);
        assertThat(read("tiers: {free: {refill-rate: 1}}").rules()).contains(anonymous);
        assertThat(read("global: {refill-rate: 1}").rules()).hasSize(1);
    }

    @Test
    void theLimitOfAnonymousCallersCanBeChangedOrRemoved() {
        assertThat(read("tiers: {free: {refill-rate: 1}}", "anonymous: {capacity: 20, refill-rate: 10}")
                        .rules()
                        .get(0)
                        .limit())
                .isEqualTo(Limit.parse("10/min burst 20"));
        assertThat(read("tiers: {free: {refill-rate: 1}}", "anonymous: off").rules())
                .hasSize(1);
        assertThat(read("tiers: {free: {refill-rate: 1}}", "anonymous: false").rules())
                .hasSize(1);
    }

    @Test
    void theApiKeyLimitAppliesToKeysWithoutATierInsteadOfTheLowestTier() {
        Policy policy = read("tiers: {free: {refill-rate: 1}}", "anonymous: off", "api-key: {refill-rate: 10}");
        assertThat(policy.rules())
                .contains(Rule.of("api-key", Limit.parse("10/min burst 15"))
                        .matching(Match.ALL.withCallers(CallerKind.WITHOUT_TIER))
                        .per(CountBy.of(Kind.API_KEY)));
        assertThat(matchedRules(policy, Caller.apiKey("k"))).containsExactly("api-key");
        assertThat(matchedRules(policy, Caller.apiKey("k").withTier("free"))).containsExactly("tier-free");
        assertThat(matchedRules(policy, Caller.apiKey("k").withTier("gold"))).containsExactly("tier-free");
        assertThat(matchedRules(policy, Caller.user("u").withApiKey("k"))).containsExactly("api-key", "tier-free");
        assertThat(matchedRules(read("tiers: {free: {refill-rate: 1}}"), Caller.apiKey("k")))
                .containsExactly("tier-free");
    }

    private static Set<String> matchedRules(Policy policy, Caller caller) {
        return policy.limits(Request.of("GET", "/").withCaller(caller)).keySet();
    }

    @Test
    void theTenantLimitCountsAllCallersOfATenantTogether() {
        assertThat(read("tenant: {refill-rate: 10}").rules())
                .containsExactly(
                        Rule.of("tenant", Limit.parse("10/min burst 15")).per(CountBy.of(Kind.TENANT)));
    }

    @Test
    void endpointsMatchAPathAndEverythingBelowInOneGroup() {
        Rule expected = Rule.of("/api/v1/orders", Limit.parse("100/min burst 150"))
                .matching(Match.path("/api/v1/orders/**"))
                .per(CountBy.CALLER)
                .inGroup("endpoints");
        for (String path : new String[] {"/api/v1/orders", "/api/v1/orders/", "/api/v1/orders/**"}) {
            assertThat(read("endpoints: {" + path + ": {refill-rate: 100}}").rules())
                    .containsExactly(expected);
        }
    }

    @Test
    void theRootIsAnEndpointToo() {
        for (String path : new String[] {"/", "/**"}) {
            Rule rule = read("endpoints: {" + path + ": {refill-rate: 100}}")
                    .rules()
                    .get(0);
            assertThat(rule.name()).isEqualTo("/");
            assertThat(rule.match()).isEqualTo(Match.path("/**"));
        }
    }

    @Test
    void ordersGlobalTenantAnonymousApiKeyTiersEndpointsRules() {
        assertThat(read(
                                "api-key: {refill-rate: 1}",
                                "tenant: {refill-rate: 1}",
                                "rules: [{name: own, per: ip, limit: 1/s}]",
                                "endpoints: {/a: {refill-rate: 1}}",
                                "tiers: {free: {refill-rate: 1}}",
                                "global: {refill-rate: 1}")
                        .rules())
                .extracting(Rule::name)
                .containsExactly("global", "tenant", "anonymous", "api-key", "tier-free", "/a", "own");
    }

    @Test
    void everyEntryTakesTheOptionsOfARule() {
        Rule rule = read(
                        "endpoints:",
                        "  /a:",
                        "    refill-rate: 100",
                        "    cost: 5",
                        "    mode: shadow",
                        "    on-store-failure: closed",
                        "    scope: node",
                        "    idempotent: true",
                        "    overrides: {api-key:k1: 1000/min}")
                .rules()
                .get(0);
        assertThat(rule.cost()).isEqualTo(new Cost.Fixed(5));
        assertThat(rule.mode()).isEqualTo(Mode.SHADOW);
        assertThat(rule.onFailure()).isEqualTo(OnFailure.CLOSED);
        assertThat(rule.scope()).isEqualTo(Scope.NODE);
        assertThat(rule.idempotent()).isTrue();
        assertThat(rule.overrides()).isEqualTo(Map.of(new Subject("apikey", "k1"), Limit.parse("1000/min")));
    }

    @Test
    void aTierWithAMistakeStillCountsAsDeclared() {
        assertThat(mistakes(
                        "tiers: {free: {refill-rate: 0}}",
                        "rules: [{name: a, match: {tier: free}, per: ip, limit: 1/s}]"))
                .hasSize(1);
    }
}
