package io.weir.service;

import static io.weir.blackbox.Calls.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.policy.Policy;
import io.weir.policy.rule.Mode;
import io.weir.policyfile.PolicyReader;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Checks of keys that have a rule, over real HTTP. */
abstract class GovernedKeysContract extends ServiceContract {

    private static final String POLICY = """
            rules:
              - {name: users, match: {key: 'user:*'}, per: key, limit: 10/h}
              - {name: queued, match: {key: 'queue:*'}, per: key, limit: {algorithm: leaky-bucket, permits: 1, per: 1h, capacity: 3}}
              - {name: both-a, match: {key: 'both:*'}, per: key, limit: 5/h}
              - {name: both-all, match: {key: 'both:*'}, per: global, limit: {algorithm: fixed-window, permits: 8, per: 1h}}
              - {name: dear, match: {key: 'dear:*'}, per: key, limit: 100/h, cost: 30}
              - {name: watched, match: {key: 'watched:*'}, per: key, limit: 2/h, mode: shadow}
              - {name: idle, match: {key: 'idle:*'}, per: key, limit: 2/h, mode: off}
              - {name: http, per: ip, limit: 1/h}
            """;

    GovernedKeysContract(StoreSettings store) {
        super(store);
    }

    @BeforeEach
    void putPolicyInForce() {
        service.gate().replace(policy());
    }

    private static Policy policy() {
        return PolicyReader.create().read("policy.yml", POLICY);
    }

    private HttpResponse<String> check(String query) throws Exception {
        return calls.check(query);
    }

    @Test
    void theRuleForTheKeyDecides() throws Exception {
        HttpResponse<String> first = check("key=user:1&permits=9");
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(first.headers().firstValue("X-RateLimit-Limit")).contains("10");
        JsonNode body = json(first);
        assertThat(body.path("rule").asString()).isEqualTo("users");
        assertThat(body.path("algorithm").asString()).isEqualTo("TOKEN_BUCKET");
        assertThat(body.path("remaining").asInt()).isEqualTo(1);
        assertThat(check("key=user:1").statusCode()).isEqualTo(200);
        HttpResponse<String> denied = check("key=user:1");
        assertThat(denied.statusCode()).isEqualTo(429);
        assertThat(Long.parseLong(denied.headers().firstValue("Retry-After").orElseThrow()))
                .isBetween(300L, 360L);
        assertThat(check("key=user:2").statusCode()).isEqualTo(200);
    }

    @Test
    void aKeyWithoutARuleHasTheDefaultLimits() throws Exception {
        JsonNode body = json(check("key=other&algorithm=SLIDING_WINDOW"));
        assertThat(body.has("rule")).isFalse();
        assertThat(body.path("remaining").asInt()).isEqualTo(99);
    }

    @Test
    void aLeakyRuleSaysHowLongToHoldTheRequest() throws Exception {
        check("key=queue:1");
        assertThat(json(check("key=queue:1")).path("delaySeconds").asDouble()).isBetween(3_000.0, 3_600.0);
    }

    @Test
    void allRulesForTheKeyAreChargedAndTheTightestIsReported() throws Exception {
        assertThat(json(check("key=both:1&permits=4")).path("rule").asString()).isEqualTo("both-a");
        assertThat(json(check("key=both:2&permits=3")).path("rule").asString()).isEqualTo("both-all");
        HttpResponse<String> denied = check("key=both:3&permits=2");
        assertThat(denied.statusCode()).isEqualTo(429);
        assertThat(json(denied).path("rule").asString()).isEqualTo("both-all");
        assertThat(json(calls.remaining("key=both:3&permits=1"))
                        .path("remaining")
                        .asInt())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            key=user:3&algorithm=LEAKY_BUCKET | algorithm must be left out, or be TOKEN_BUCKET, as rule users says
            key=both:9&algorithm=LEAKY_BUCKET | algorithm must be left out, or be TOKEN_BUCKET, as rule both-a says, or FIXED_WINDOW, as rule both-all says
            key=user:3&permits=11             | permits must be a whole number from 1 to 10, which is all that this limit holds at once
            key=dear:3&permits=4              | permits must be a whole number from 1 to 3, which is all that this limit holds at once
            key=user:3&permits=999999999999999 | permits must be a whole number from 1 to 10, which is all that this limit holds at once
            key=user:3&permits=0              | permits must be a whole number from 1 to 1000000000000
            key=user:3&permits=x              | permits must be a whole number from 1 to 1000000000000
            """)
    void aParameterThatContradictsTheRuleIsA400(String query, String detail) throws Exception {
        HttpResponse<String> response = check(query);
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(json(response).path("detail").asString()).isEqualTo(detail);
        assertThat(json(calls.remaining("key=user:3")).path("remaining").asInt())
                .isEqualTo(10);
    }

    @Test
    void aCheckMayNameTheAlgorithmOfTheRule() throws Exception {
        assertThat(check("key=user:4&algorithm=TOKEN_BUCKET").statusCode()).isEqualTo(200);
        assertThat(calls.remaining("key=both:4&algorithm=FIXED_WINDOW").statusCode())
                .isEqualTo(200);
    }

    @Test
    void aRuleInShadowModeOrOffDeniesNothingAndReportsNoNumbers() throws Exception {
        for (int i = 0; i < 4; i++) {
            for (String key : new String[] {"watched:1", "idle:1"}) {
                HttpResponse<String> response = check("key=" + key);
                assertThat(response.statusCode()).isEqualTo(200);
                assertThat(response.body())
                        .isEqualTo("{\"allowed\":true,\"key\":\"" + key + "\",\"message\":\"Request allowed\"}");
                assertThat(response.headers().firstValue("X-RateLimit-Limit")).isEmpty();
            }
        }
    }

    @Test
    void theKillSwitchAlsoTurnsTheDefaultLimitsOff() throws Exception {
        service.gate().replace(policy().withMode(Mode.OFF));
        for (int i = 0; i < 3; i++) {
            assertThat(check("key=killed&algorithm=SLIDING_WINDOW&permits=90").statusCode())
                    .isEqualTo(200);
        }
        service.gate().replace(policy().withMode(Mode.SHADOW));
        check("key=killed&algorithm=SLIDING_WINDOW&permits=60");
        assertThat(check("key=killed&algorithm=SLIDING_WINDOW&permits=60").statusCode())
                .isEqualTo(200);
        service.gate().replace(policy());
        assertThat(json(calls.remaining("key=killed&algorithm=SLIDING_WINDOW"))
                        .path("remaining")
                        .asInt())
                .isEqualTo(40);
    }

    @Test
    void remainingPeeksAndResetForgets() throws Exception {
        check("key=user:5&permits=10");
        for (int i = 0; i < 2; i++) {
            HttpResponse<String> peek = calls.remaining("key=user:5");
            assertThat(peek.statusCode()).isEqualTo(200);
            assertThat(json(peek).path("allowed").asBoolean()).isFalse();
        }
        assertThat(calls.reset("key=user:5").statusCode()).isEqualTo(204);
        assertThat(json(check("key=user:5")).path("remaining").asInt()).isEqualTo(9);
    }
}
