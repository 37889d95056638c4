package io.weir.policyfile;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.classify.IpAddress;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.memory.MemoryStore;
import io.weir.policy.Action;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.Ruling;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.PathPattern;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.RequestLimit;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Then;
import io.weir.time.ManualTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code guard:} says about bots and sign-ups. */
final class GuardWordsTest {

    private static final Request REQUEST = Request.of("POST", "/accounts")
            .withAddress(IpAddress.parse("192.0.2.1").orElseThrow());

    private static final Policy BOTS = PolicySamples.read(
            "guard:",
            "  bots:",
            "    honeypots: [/wp-login.php, /internal/**]",
            "    allowed-agents: 'ShopApp/*'",
            "    possible: {limit: 60/min, mode: shadow}",
            "    likely: {limit: 20/min, then: challenge}",
            "    certain: {limit: 5/min, then: {deny: 403}}");

    private static Gate gate(Policy policy) {
        return new Gate(policy, new MemoryStore(ManualTime.create()));
    }

    @Test
    void eachBandHasARuleForAnonymousCallers() {
        assertThat(BOTS.rules()).extracting(Rule::name).containsExactly("bots-possible", "bots-likely", "bots-certain");
        assertThat(BOTS.rules())
                .extracting(Rule::limit)
                .containsExactly(Limit.parse("60/min"), Limit.parse("20/min"), Limit.parse("5/min"));
        assertThat(BOTS.rules())
                .extracting(Rule::then)
                .containsExactly(Then.DENY, new Then.Challenge(), new Then.Deny(403));
        assertThat(BOTS.rules()).extracting(Rule::mode).containsExactly(Mode.SHADOW, Mode.ENFORCE, Mode.ENFORCE);
    }

    @Test
    void aRuleThatBlocksBeginsInShadowModeUnlessItsModeIsWritten() {
        Policy policy = PolicySamples.read(
                "rules:",
                "  - {name: a, per: ip, limit: 2/h, then: {block: 1h}}",
                "  - {name: b, per: ip, limit: 2/h, then: {block: 1h}, mode: enforce}",
                "  - {name: c, per: ip, limit: 2/h, then: {lock: 1h}}",
                "guard:",
                "  bots:",
                "    certain: {limit: 5/min, then: {block: 1h}}",
                "    likely: {limit: 5/min, then: {block: 1h}, mode: enforce}");
        assertThat(policy.rules())
                .filteredOn(rule -> rule.mode() == Mode.SHADOW)
                .extracting(Rule::name)
                .containsExactly("a", "bots-certain");
    }

    @ParameterizedTest
    @CsvSource({
        "none, ''",
        "possible, bots-possible",
        "likely, bots-possible bots-likely",
        "certain, bots-possible bots-likely bots-certain",
        "verified, ''"
    })
    void aRuleForABandIsForHigherOnesToo(String band, String rules) {
        assertThat(gate(BOTS).checkNow(REQUEST.withFact("bot", band)).rulings())
                .extracting(Ruling::rule)
                .containsExactly(rules.isEmpty() ? new String[0] : rules.split(" ", -1));
        assertThat(gate(BOTS)
                        .checkNow(REQUEST.withFact("bot", band).withCaller(Caller.apiKey("key")))
                        .rulings())
                .isEmpty();
    }

    @Test
    void aRuleMayBeForVerifiedCrawlersOnly() {
        Policy policy = PolicySamples.read("rules: [{name: a, per: ip, limit: 10/min, match: {bot: verified}}]");
        assertThat(gate(policy).checkNow(REQUEST.withFact("bot", "verified")).rulings())
                .hasSize(1);
        assertThat(gate(policy).checkNow(REQUEST.withFact("bot", "certain")).rulings())
                .isEmpty();
    }

    @Test
    void theClassifierIsToldTrapsAndOwnPrograms() {
        assertThat(BOTS.bots().isHoneypot("/wp-login.php")).isTrue();
        assertThat(BOTS.bots().isHoneypot("/internal/a/b")).isTrue();
        assertThat(BOTS.bots().isHoneypot("/")).isFalse();
        assertThat(BOTS.bots().allows("ShopApp/3.1")).isTrue();
        assertThat(BOTS.bots().allows("curl/8")).isFalse();
        assertThat(BOTS.withMode(Mode.SHADOW).withRules(List.of()).bots()).isEqualTo(BOTS.bots());
    }

    @Test
    void signUpsAreLimitedAndThenChallenged() {
        Gate gate = gate(PolicySamples.read("guard: {sign-up: {path: /accounts}}"));
        assertThat(gate.checkNow(REQUEST).action()).isEqualTo(Action.ALLOW);
        assertThat(gate.checkNow(REQUEST).action()).isEqualTo(Action.ALLOW);
        assertThat(gate.checkNow(REQUEST).action()).isEqualTo(Action.CHALLENGE);
        for (int i = 0; i < 3; i++) {
            assertThat(gate.checkNow(REQUEST.withChallengePassed()).action()).isEqualTo(Action.ALLOW);
        }
        assertThat(gate.checkNow(REQUEST.withChallengePassed()).action()).isEqualTo(Action.DENY);
        assertThat(gate.checkNow(Request.of("GET", "/accounts")).rulings()).isEmpty();
    }

    @Test
    void requestsHaveLimitsForTheirPaths() {
        Policy policy = PolicySamples.read(
                "guard:",
                "  requests:",
                "    - path: /api/**",
                "      methods: [GET, POST]",
                "      content-types: application/json",
                "      most-body: 64KB",
                "      most-query: 2KB",
                "      most-headers: 100",
                "      require-scope: orders:read",
                "    - {path: /api/files, most-body: 2MB}");
        assertThat(policy.requestLimits())
                .containsExactly(
                        new RequestLimit(
                                PathPattern.parse("/api/**"),
                                Set.of("GET", "POST"),
                                Set.of("application/json"),
                                new RequestLimit.Most(65_536, 2_048, 100),
                                Optional.of("orders:read")),
                        new RequestLimit(
                                PathPattern.parse("/api/files"),
                                Set.of(),
                                Set.of(),
                                new RequestLimit.Most(2 << 20, Long.MAX_VALUE, Integer.MAX_VALUE),
                                Optional.empty()));
        assertThat(RequestLimit.find(policy.requestLimits(), "/api/files")
                        .orElseThrow()
                        .most()
                        .bodyBytes())
                .isEqualTo(2 << 20);
        assertThat(RequestLimit.find(policy.requestLimits(), "/other")).isEmpty();
        assertThat(policy.withRules(List.of()).withMode(Mode.SHADOW).requestLimits())
                .hasSize(2);
    }

    @Test
    void theLimitsOfSignUpsMayBeOthers() {
        Policy policy = PolicySamples.read(
                "guard: {sign-up: {path: /accounts, per-ip: 3/min, challenge: 1/day, honeypot-field: website}}");
        assertThat(policy.bots()
                        .honeypotField("POST", "/accounts")
                        .orElseThrow()
                        .name())
                .isEqualTo("website");
        assertThat(policy.bots().honeypotField("GET", "/accounts")).isEmpty();
        assertThat(policy.rules()).extracting(Rule::limit).containsExactly(Limit.parse("3/min"), Limit.parse("1/day"));
        assertThat(PolicySamples.read("guard: {sign-up: {path: /accounts}}").rules())
                .extracting(Rule::limit)
                .containsExactly(Limit.parse("5/min"), Limit.slidingWindow(Rate.of(2, Duration.ofHours(1))));
    }
}
