package io.weir.service.credentials;

import static io.weir.service.guard.GuardedService.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jose.jwk.RSAKey;
import io.weir.guard.key.KeyEnvironment;
import io.weir.guard.key.KeyFormat;
import io.weir.policyfile.PolicyReader;
import io.weir.service.guard.GuardedService;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** API keys and tokens that a gateway passes on to {@code /evaluate}, over real HTTP, with a real issuer of tokens. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class CredentialsTest {

    private static final String POLICY = """
            tiers: {free: {refill-rate: 1000}, gold: {refill-rate: 2000}}
            rules:
              - {name: keys, per: api-key, limit: 100/h}
              - {name: tenants, match: {path: /tenants}, per: tenant, limit: 100/h}
              - {name: users, match: {path: /users}, per: user, limit: 100/h}
              - {name: organisations, match: {path: /claims}, per: {claim: org}, limit: 100/h}
              - {name: golden, match: {path: /tiers, tier: gold}, per: caller, limit: 100/h}
              - {name: forged, match: {fact: {credential: forged}}, per: ip, limit: 1000/h}
              - {name: expired, match: {fact: {credential: expired}}, per: ip, limit: 1000/h}
            """;

    private final LoginServer issuer = LoginServer.start();
    private final GuardedService service;
    private int made;

    CredentialsTest(@TempDir Path folder) {
        service = GuardedService.in(
                folder, settings -> settings.withCredentials(CredentialSettings.NONE.withTokens(issuer.accepted())));
    }

    @BeforeEach
    void govern() {
        service.service().gate().replace(PolicyReader.create().read("policy.yml", POLICY));
    }

    @AfterAll
    void stop() {
        service.close();
        issuer.close();
    }

    private JsonNode key(String more) throws Exception {
        return service.create("{\"owner\":\"acme\",\"name\":\"k" + made++ + "\"" + more + "}");
    }

    private static String request(String path, String ip, String credentials) {
        return "{\"method\":\"GET\",\"path\":\"" + path + "\",\"ip\":\"" + ip + "\",\"credentials\":{" + credentials
                + "}}";
    }

    private static String apiKey(String secret) {
        return "\"apiKey\":\"" + secret + "\"";
    }

    private static String bearer(String token) {
        return "\"bearer\":\"" + token + "\"";
    }

    private JsonNode evaluate(String path, String ip, String credentials) throws Exception {
        String body = request(path, ip, credentials);
        HttpResponse<String> response =
                service.send(GuardedService.CHECKER, "POST", "/api/v1/rate-limit/evaluate", body);
        assertThat(response.statusCode()).as(response.body()).isIn(200, 429);
        for (String secret : credentials.split("\"", -1)) {
            assertThat(secret.length() > 20 && response.body().contains(secret)).isFalse();
        }
        return json(response);
    }

    private static String code(JsonNode answer) {
        JsonNode first = answer.path("credentials").path(0);
        assertThat(first.path("valid").asBoolean())
                .isEqualTo(first.path("code").asString().equals("valid"));
        return first.path("code").asString();
    }

    private static String subjectUnder(String rule, JsonNode answer) {
        return answer.path("rulings")
                .valueStream()
                .filter(ruling -> ruling.path("rule").asString().equals(rule))
                .map(ruling -> ruling.path("subject").asString())
                .findFirst()
                .orElse("none");
    }

    private String scrape() throws Exception {
        return service.send(GuardedService.ADMIN, "GET", "/actuator/prometheus", "")
                .body();
    }

    private static double count(String scraped, String meter, String tag) {
        return scraped.lines()
                .filter(line -> line.startsWith(meter + "{") && line.contains(tag))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private static double forged(String scraped) {
        return count(scraped, "rate_limiter_bypass_attempts_total", "kind=\"forged-credential\"");
    }

    @Test
    void aValidKeyIsTheCallerWithItsTenantAndTier() throws Exception {
        JsonNode made = key(",\"tenant\":\"acme-eu\",\"tier\":\"gold\"");
        String id = made.path("id").asString();
        JsonNode answer =
                evaluate("/tenants", "192.0.2.1", apiKey(made.path("key").asString()));
        assertThat(answer.path("caller").asString()).isEqualTo("apikey:" + id);
        assertThat(code(answer)).isEqualTo("valid");
        assertThat(answer.path("credentials").path(0).path("kind").asString()).isEqualTo("api-key");
        assertThat(subjectUnder("keys", answer)).isEqualTo("apikey:" + id);
        assertThat(subjectUnder("tenants", answer)).isEqualTo("tenant:acme-eu");
        assertThat(subjectUnder(
                        "golden",
                        evaluate("/tiers", "192.0.2.1", apiKey(made.path("key").asString()))))
                .isEqualTo("apikey:" + id);
    }

    @Test
    void theLimitOfAKeyStandsInsteadOfTheRules() throws Exception {
        String secret = key(",\"limit\":\"2/h\"").path("key").asString();
        for (int i = 0; i < 2; i++) {
            assertThat(evaluate("/", "192.0.2.2", apiKey(secret))
                            .path("allowed")
                            .asBoolean())
                    .isTrue();
        }
        JsonNode denied = evaluate("/", "192.0.2.2", apiKey(secret));
        assertThat(denied.path("allowed").asBoolean()).isFalse();
        assertThat(denied.path("rulings").findValues("limit"))
                .hasSize(2)
                .allMatch(limit -> limit.asString().equals("2/h"));
    }

    @Test
    void aBadKeyMakesTheCallerAnonymousAndIsCountedAsForged() throws Exception {
        String revoked = ended("revoke");
        String disabled = ended("disable");
        String elsewhere =
                key(",\"networks\":[\"198.51.100.0/24\"]").path("key").asString();
        String unknown =
                KeyFormat.WEIR.random(KeyEnvironment.LIVE, new SecureRandom()).reveal();
        String[][] bad = {
            {revoked, "revoked"},
            {disabled, "disabled"},
            {elsewhere, "wrong-network"},
            {unknown, "unknown"},
            {unknown.substring(0, unknown.length() - 1), "malformed"},
            {"", "malformed"}
        };
        String before = scrape();
        for (String[] each : bad) {
            JsonNode answer = evaluate("/", "192.0.2.3", apiKey(each[0]));
            assertThat(code(answer)).isEqualTo(each[1]);
            assertThat(answer.path("caller").asString()).isEqualTo("anonymous");
            assertThat(subjectUnder("keys", answer)).isEqualTo("none");
            assertThat(subjectUnder("forged", answer)).isEqualTo("ip:192.0.2.3");
        }
        String after = scrape();
        assertThat(forged(after) - forged(before)).isEqualTo(bad.length);
        for (String[] each : bad) {
            String tag = "code=\"" + each[1] + "\"";
            assertThat(count(after, "guard_keys_verified_total", tag) - count(before, "guard_keys_verified_total", tag))
                    .isEqualTo(each[1].equals("malformed") ? 2 : 1);
            assertThat(each[0].isEmpty() || !after.contains(each[0])).isTrue();
        }
        assertThat(code(evaluate("/", "198.51.100.7", apiKey(elsewhere)))).isEqualTo("valid");
    }

    private String ended(String call) throws Exception {
        JsonNode made = key("");
        assertThat(service.keys(
                                "POST",
                                "/" + call + "?by=ann",
                                "{\"id\":\"" + made.path("id").asString() + "\"}")
                        .statusCode())
                .isEqualTo(200);
        return made.path("key").asString();
    }

    @Test
    void aValidTokenIsTheUserWithItsClaims() throws Exception {
        String token = issuer.token(LoginServer.claims("ann")
                .claim("tier", "gold")
                .claim("tenant", "acme")
                .claim("org", "blue"));
        JsonNode answer = evaluate("/claims", "192.0.2.4", bearer(token));
        assertThat(answer.path("caller").asString()).isEqualTo("user:ann");
        assertThat(code(answer)).isEqualTo("valid");
        assertThat(subjectUnder("organisations", answer)).isEqualTo("claim-org:blue");
        assertThat(subjectUnder("tenants", evaluate("/tenants", "192.0.2.4", bearer(token))))
                .isEqualTo("tenant:acme");
        assertThat(subjectUnder("golden", evaluate("/tiers", "192.0.2.4", bearer(token))))
                .isEqualTo("user:ann");
    }

    @Test
    void aForgedTokenIsAnonymousAndAnExpiredOneIsNotCalledForged() throws Exception {
        String before = scrape();
        JsonNode forgery = evaluate(
                "/users",
                "192.0.2.5",
                bearer(LoginServer.token(LoginServer.key(issuer.keyId()), LoginServer.claims("ann"))));
        assertThat(code(forgery)).isEqualTo("bad-signature");
        assertThat(forgery.path("caller").asString()).isEqualTo("anonymous");
        assertThat(subjectUnder("users", forgery)).isEqualTo("none");
        assertThat(subjectUnder("forged", forgery)).isEqualTo("ip:192.0.2.5");
        Instant past = Instant.now().minusSeconds(600);
        String late = issuer.token(
                LoginServer.claims("ann").issueTime(Date.from(past)).expirationTime(Date.from(past.plusSeconds(60))));
        JsonNode expired = evaluate("/users", "192.0.2.5", bearer(late));
        assertThat(code(expired)).isEqualTo("expired");
        assertThat(expired.path("caller").asString()).isEqualTo("anonymous");
        assertThat(subjectUnder("expired", expired)).isEqualTo("ip:192.0.2.5");
        assertThat(subjectUnder("forged", expired)).isEqualTo("none");
        assertThat(forged(scrape()) - forged(before)).isEqualTo(1);
    }

    @Test
    void oneBadCredentialOfTwoMakesTheCallerAnonymous() throws Exception {
        String key = key("").path("key").asString();
        String good = issuer.token(LoginServer.claims("bob"));
        JsonNode both = evaluate("/users", "192.0.2.6", apiKey(key) + "," + bearer(good));
        assertThat(both.path("caller").asString()).isEqualTo("user:bob");
        assertThat(subjectUnder("keys", both)).startsWith("apikey:key_");
        JsonNode half = evaluate("/users", "192.0.2.6", apiKey(key) + "," + bearer("a.b.c"));
        assertThat(half.path("caller").asString()).isEqualTo("anonymous");
        assertThat(half.path("credentials").path(0).path("valid").asBoolean()).isTrue();
        assertThat(half.path("credentials").path(1).path("code").asString()).isEqualTo("malformed");
        assertThat(subjectUnder("keys", half)).isEqualTo("none");
    }

    @Test
    void tokensOfASenderOfManyForgedOnesAreNotVerified() throws Exception {
        String known = issuer.token(LoginServer.claims("carl"));
        assertThat(code(evaluate("/users", "192.0.2.7", bearer(known)))).isEqualTo("valid");
        for (int i = 0; i < 40; i++) {
            evaluate("/users", "192.0.2.7", bearer("a.b." + i));
        }
        String fresh = issuer.token(LoginServer.claims("dora"));
        JsonNode unread = evaluate("/users", "192.0.2.7", bearer(fresh));
        assertThat(code(unread)).isEqualTo("not-verified");
        assertThat(unread.path("caller").asString()).isEqualTo("anonymous");
        assertThat(code(evaluate("/users", "192.0.2.7", bearer(known)))).isEqualTo("valid");
        assertThat(code(evaluate("/users", "192.0.2.8", bearer(fresh)))).isEqualTo("valid");
    }

    @Test
    void aBatchVerifiesTheCredentialsOfEachRequest() throws Exception {
        JsonNode made = key(",\"limit\":\"2/h\"");
        String key = apiKey(made.path("key").asString());
        String token = bearer(issuer.token(LoginServer.claims("eve")));
        String all = String.join(
                ",",
                request("/users", "192.0.2.9", key),
                request("/users", "192.0.2.9", token),
                "{\"method\":\"GET\",\"path\":\"/users\",\"user\":\"plain\"}");
        JsonNode verdicts = json(service.send(
                        GuardedService.CHECKER,
                        "POST",
                        "/api/v1/rate-limit/evaluate/batch",
                        "{\"requests\":[" + all + "]}"))
                .path("verdicts");
        assertThat(verdicts.path(0).path("caller").asString())
                .isEqualTo("apikey:" + made.path("id").asString());
        assertThat(verdicts.path(1).path("caller").asString()).isEqualTo("user:eve");
        assertThat(verdicts.path(2).has("caller")).isFalse();
        String tooMany = request("/users", "192.0.2.9", key).replaceFirst("\\{", "{\"permits\":3,");
        HttpResponse<String> impossible = service.send(
                GuardedService.CHECKER,
                "POST",
                "/api/v1/rate-limit/evaluate/batch",
                "{\"requests\":[" + tooMany + "]}");
        assertThat(impossible.statusCode()).isEqualTo(400);
        assertThat(json(impossible).path("field").asString()).isEqualTo("requests[0].permits");
    }

    @Test
    void aRefusedKeyThatIsKnownIsInTheAuditWithoutItsSecret() throws Exception {
        String secret = ended("disable");
        evaluate("/", "192.0.2.10", apiKey(secret));
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(
                                service.send(GuardedService.ADMIN, "GET", "/api/v1/audit?kind=credential.forged", "")
                                        .body())
                        .contains("\"code\":\"disabled\"")
                        .doesNotContain(secret));
    }

    @Test
    void aNewKeyOfTheIssuerIsLearntWhenATokenNamesIt() throws Exception {
        RSAKey next = LoginServer.key("next");
        issuer.rotateTo(next);
        assertThat(code(evaluate("/users", "192.0.2.11", bearer(issuer.token(LoginServer.claims("fay"))))))
                .isEqualTo("valid");
    }
}
