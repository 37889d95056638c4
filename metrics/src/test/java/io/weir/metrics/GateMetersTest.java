package io.weir.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.memory.MemoryStore;
import io.weir.metrics.store.MeteredStore;
import io.weir.policy.Bypass;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Dimension.Kind;
import io.weir.policy.rule.Match;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Subject;
import io.weir.policy.rule.Then;
import io.weir.store.Store;
import io.weir.time.ManualTime;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class GateMetersTest {

    private static final Request ANY = Request.of("GET", "/any");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final Store store = MeteredStore.around(new MemoryStore(ManualTime.create()), registry);

    private Gate gate(Policy policy) {
        return new Gate(policy, store, new GateMeters(registry));
    }

    private static void check(Gate gate, Request request, int times) {
        for (int i = 0; i < times; i++) {
            gate.checkNow(request);
        }
    }

    private double count(String meter, String... tags) {
        return registry.get(meter).tags(tags).counter().count();
    }

    private double requests(String rule, String algorithm, String outcome) {
        return count("rate_limiter.rule.requests", "rule", rule, "algorithm", algorithm, "outcome", outcome);
    }

    private double denied(String mode, String rule, String endpoint) {
        return count("api.rate_limit.exceeded", "mode", mode, "rule", rule, "endpoint", endpoint);
    }

    @Test
    void countsChallengesSeparatelyFromDenials() {
        Rule challenge = Rule.of("bots", Limit.parse("1/day")).then(new Then.Challenge());
        Gate gate = gate(Policy.of(challenge, Rule.of("all", Limit.parse("9/day"))));
        check(gate, ANY, 3);
        check(gate, ANY.withChallengePassed(), 1);
        assertThat(denied("challenge", "bots", "/**")).isEqualTo(2);
        assertThat(denied("enforce", "bots", "/**")).isZero();
        assertThat(requests("bots", "token_bucket", "allowed")).isEqualTo(1);
        assertThat(requests("bots", "token_bucket", "challenged")).isEqualTo(2);
        assertThat(requests("bots", "token_bucket", "would_deny")).isZero();
        gate.replace(Policy.of(Rule.of("all", Limit.parse("9/day"))));
        assertThat(registry.find("api.rate_limit.exceeded").tag("rule", "bots").meters())
                .isEmpty();
    }

    @Test
    void countsTheDecidingRuleByItsPaths() {
        Gate gate = gate(Policy.of(
                Rule.of("all", Limit.parse("5/h")),
                Rule.of("orders", Limit.parse("2/h")).matching(Match.path("/orders/{id}")),
                Rule.of("watched", Limit.parse("1/h")).withMode(Mode.SHADOW)));
        for (int i = 0; i < 5; i++) {
            check(gate, Request.of("GET", "/orders/" + i), 1);
        }
        assertThat(denied("enforce", "orders", "/orders/*")).isEqualTo(3);
        check(gate, ANY, 5);
        assertThat(denied("enforce", "all", "/**")).isEqualTo(2);
        // The rule would have allowed one of the five allowed requests.
        assertThat(denied("shadow", "watched", "/**")).isEqualTo(4);
        assertThat(denied("enforce", "watched", "/**")).isZero();
    }

    @Test
    void countsTheDecisionOfEachRuleSeparately() {
        Gate gate = gate(Policy.of(
                Rule.of("wide", Limit.parse("10/h")),
                Rule.of("narrow", Limit.slidingWindow(Rate.parse("2/h"))),
                Rule.of("watched", Limit.parse("1/h")).withMode(Mode.SHADOW)));
        check(gate, ANY, 3);
        assertThat(requests("wide", "token_bucket", "allowed")).isEqualTo(3);
        assertThat(requests("wide", "token_bucket", "denied")).isZero();
        assertThat(requests("narrow", "sliding_window", "allowed")).isEqualTo(2);
        assertThat(requests("narrow", "sliding_window", "denied")).isEqualTo(1);
        assertThat(requests("watched", "token_bucket", "allowed")).isEqualTo(1);
        assertThat(requests("watched", "token_bucket", "would_deny")).isEqualTo(2);
        assertThat(requests("watched", "token_bucket", "denied")).isZero();
    }

    @Test
    void aPolicyInShadowOnlyWouldDeny() {
        Gate gate = gate(Policy.of(Rule.of("one", Limit.parse("1/h"))).withMode(Mode.SHADOW));
        check(gate, ANY, 3);
        assertThat(requests("one", "token_bucket", "would_deny")).isEqualTo(2);
        assertThat(denied("shadow", "one", "/**")).isEqualTo(2);
        assertThat(registry.get("rate_limiter.policy.mode").gauge().value()).isEqualTo(1);
        gate.replace(gate.policy().withMode(Mode.OFF));
        assertThat(registry.get("rate_limiter.policy.mode").gauge().value()).isEqualTo(2);
        gate.replace(gate.policy().withMode(Mode.ENFORCE));
        assertThat(registry.get("rate_limiter.policy.mode").gauge().value()).isZero();
    }

    @Test
    void showsHowNearARuleIsToItsLimit() {
        Gate gate = gate(Policy.of(Rule.of("ten", Limit.parse("600/min burst 10"))));
        check(gate, ANY, 8);
        assertThat(count("rate_limiter.near_limit", "rule", "ten")).isZero();
        check(gate, ANY, 4);
        // The ninth and the tenth request; the other ones were denied.
        assertThat(count("rate_limiter.near_limit", "rule", "ten")).isEqualTo(2);
        DistributionSummary usage =
                registry.get("rate_limiter.rule.usage").tag("rule", "ten").summary();
        assertThat(usage.count()).isEqualTo(12);
        assertThat(usage.max()).isEqualTo(100);
        assertThat(usage.totalAmount()).isEqualTo(10 + 20 + 30 + 40 + 50 + 60 + 70 + 80 + 90 + 100 + 100 + 100);
        assertThat(registry.get("rate_limiter.rule.fill.rate")
                        .tag("rule", "ten")
                        .gauge()
                        .value())
                .isEqualTo(10);
    }

    @Test
    void countsDecisionsOfASubjectsOwnLimitOfAnotherAlgorithm() {
        Rule rule = Rule.of("users", Limit.parse("1/h"))
                .per(CountBy.of(Kind.USER))
                .withOverrides(Map.of(new Subject("user", "vip"), Limit.fixedWindow(Rate.parse("5/h"))));
        Gate gate = gate(Policy.of(rule));
        check(gate, ANY.withCaller(Caller.user("vip")), 2);
        assertThat(requests("users", "fixed_window", "allowed")).isEqualTo(2);
        assertThat(requests("users", "token_bucket", "allowed")).isZero();
    }

    @Test
    void countsBypassesByTheirNames() {
        Gate gate = gate(Policy.of(Rule.of("one", Limit.parse("1/h")))
                .withBypasses(List.of(Bypass.user("batch", "robot"), Bypass.user("other-batch", "second"))));
        check(gate, ANY.withCaller(Caller.user("robot")), 3);
        check(gate, ANY.withCaller(Caller.user("somebody")), 1);
        assertThat(count("rate_limiter.bypassed", "by", "batch")).isEqualTo(3);
        assertThat(count("rate_limiter.bypassed", "by", "other-batch")).isZero();
        assertThat(requests("one", "token_bucket", "allowed")).isEqualTo(1);
    }

    @Test
    void aPolicyThatIsReplacedTakesItsMetersWithItAndKeepsThoseOfRulesThatStay() {
        Gate gate = gate(Policy.of(
                        Rule.of("stays", Limit.parse("60/min")).matching(Match.path("/old")),
                        Rule.of("goes", Limit.parse("5/h")))
                .withBypasses(List.of(Bypass.user("batch", "robot"))));
        check(gate, Request.of("GET", "/old"), 2);
        gate.replace(Policy.of(Rule.of("stays", Limit.parse("120/min")).matching(Match.path("/new"))));
        assertThat(registry.getMeters())
                .noneMatch(meter -> "goes".equals(meter.getId().getTag("rule")))
                .noneMatch(meter -> "batch".equals(meter.getId().getTag("by")))
                .noneMatch(meter -> "/old".equals(meter.getId().getTag("endpoint")));
        assertThat(requests("stays", "token_bucket", "allowed")).isEqualTo(2);
        assertThat(denied("enforce", "stays", "/new")).isZero();
        assertThat(registry.get("rate_limiter.rule.fill.rate").gauge().value()).isEqualTo(2);
    }

    @Test
    void twoHundredRulesHaveTheirOwnMetersAndOthersShareMeters() {
        Gate gate = gate(Policy.of(IntStream.range(0, 1_000)
                .mapToObj(i -> Rule.of("rule-" + i, Limit.parse("2/h")).matching(Match.path("/" + i)))
                .toList()));
        int series = registry.getMeters().size();
        for (int i = 0; i < 1_000; i++) {
            check(gate, Request.of("GET", "/" + i), 3);
        }
        assertThat(requests("rule-199", "token_bucket", "allowed")).isEqualTo(2);
        assertThat(requests("other", "token_bucket", "allowed")).isEqualTo(1_600);
        assertThat(denied("enforce", "other", "other")).isEqualTo(800);
        assertThat(names("rate_limiter.near_limit", "rule")).hasSize(201).contains("rule-0", "other");
        assertThat(registry.getMeters()).hasSize(series + 3); // the rulings of the others, by their algorithm
    }

    private List<String> names(String meter, String tag) {
        return registry.find(meter).meters().stream()
                .map(Meter::getId)
                .map(id -> String.valueOf(id.getTag(tag)))
                .toList();
    }

    @Test
    void aFloodOfAHundredThousandSubjectsAddsNoSeries() {
        Gate gate = gate(Policy.of(
                        Rule.of("users", Limit.parse("1/h")).per(CountBy.of(Kind.USER)),
                        Rule.of("callers", Limit.parse("100/h")).per(CountBy.CALLER),
                        Rule.of("orders", Limit.parse("10/h")).matching(Match.path("/orders/{id}")))
                .withBypasses(List.of(Bypass.user("batch", "robot"))));
        flood(gate, 0, 10);
        int series = registry.getMeters().size();
        flood(gate, 10, 100_000);
        assertThat(requests("users", "token_bucket", "allowed")).isEqualTo(100_000);
        assertThat(registry.getMeters()).hasSize(series);
    }

    private static void flood(Gate gate, int from, int to) {
        for (int i = from; i < to; i++) {
            check(gate, Request.of("GET", "/path-" + i).withCaller(Caller.user("user-" + i)), 1);
        }
    }

    @Test
    void noMeterHasASubject() {
        Gate gate = gate(Policy.of(Rule.of("users", Limit.parse("1/h")).per(CountBy.of(Kind.USER)))
                .withBypasses(List.of(Bypass.user("batch", "secret-robot"))));
        check(gate, ANY.withCaller(Caller.user("secret-user")), 2);
        check(gate, ANY.withCaller(Caller.user("secret-robot")), 2);
        assertThat(registry.getMeters())
                .allSatisfy(meter -> assertThat(meter.getId().toString()).doesNotContain("secret"));
    }
}
