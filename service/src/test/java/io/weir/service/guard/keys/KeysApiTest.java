package io.weir.service.guard.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.service.ServiceSettings;
import io.weir.service.WeirService;
import io.weir.service.access.Access;
import io.weir.service.guard.GuardedService;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Administrators create, read and change API keys, over real HTTP on H2. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class KeysApiTest {

    private final GuardedService service;

    KeysApiTest(@TempDir Path folder) {
        service = GuardedService.in(folder);
    }

    @AfterAll
    void stop() {
        service.close();
    }

    private JsonNode shown(String id) throws Exception {
        return GuardedService.json(service.keys("GET", "/show?id=" + id, ""));
    }

    private int statusOf(String below, String body) throws Exception {
        return service.keys("POST", below, body).statusCode();
    }

    private static String idOf(JsonNode made) {
        return "{\"id\":\"" + made.path("id").asString() + "\"}";
    }

    @Test
    void aKeyShowsItsSecretOnceAndVerifiesAtOnce() throws Exception {
        JsonNode made = service.create("""
                {"owner":"acme","name":"orders","tenant":"t1","tier":"premium","scopes":["orders:read"],
                "limit":"5000/min burst 8000","networks":["192.0.2.0/24"],"keys":["user:*"],"expires":"90d"}""");
        String secret = made.path("key").asString();
        assertThat(secret).matches("weir_live_[0-9A-Za-z]{38}");
        JsonNode shown = shown(made.path("id").asString());
        assertThat(shown.toString()).doesNotContain(secret);
        assertThat(shown.path("limit").asString()).isEqualTo("5000/min burst 8000");
        assertThat(shown.path("createdBy").asString()).isEqualTo("ann");
        assertThat(shown.path("state").asString()).isEqualTo("active");
        assertThat(shown.path("keys").get(0).asString()).isEqualTo("user:*");
        assertThat(shown.path("secrets").get(0).path("hint").asString()).startsWith("weir_live_");
        HttpResponse<String> found = service.keys(
                "POST", "/verify", "{\"key\":\"" + secret + "\",\"ip\":\"192.0.2.7\",\"scopes\":[\"orders:read\"]}");
        assertThat(found.body()).contains("\"valid\":true", "\"owner\":\"acme\"", "\"tier\":\"premium\"");
        assertThat(service.verified(secret)).isEqualTo("wrong-network");
        assertThat(service.keys("GET", "?owner=acme&state=active", "").body())
                .contains(made.path("id").asString())
                .doesNotContain(secret);
    }

    @Test
    void aRotatedKeyKeepsItsOldSecretForTheGrace() throws Exception {
        JsonNode made = service.create("{\"owner\":\"rotating\"}");
        String old = made.path("key").asString();
        String body = "{\"id\":\"" + made.path("id").asString() + "\",\"grace\":\"%s\"}";
        HttpResponse<String> rotated = service.keys("POST", "/rotate", body.formatted("24h"));
        String next = GuardedService.json(rotated).path("key").asString();
        assertThat(service.verified(old)).isEqualTo("valid");
        assertThat(service.verified(next)).isEqualTo("valid");
        service.keys("POST", "/rotate", body.formatted("0s"));
        assertThat(service.verified(next)).isEqualTo("expired");
    }

    @Test
    void aKeyIsDisabledEnabledAndRevoked() throws Exception {
        JsonNode made = service.create("{\"owner\":\"stopped\"}");
        String secret = made.path("key").asString();
        assertThat(statusOf("/disable", idOf(made))).isEqualTo(200);
        assertThat(service.verified(secret)).isEqualTo("disabled");
        assertThat(statusOf("/enable", idOf(made))).isEqualTo(200);
        assertThat(service.verified(secret)).isEqualTo("valid");
        assertThat(statusOf("/revoke?by=ann&reason=lost", idOf(made))).isEqualTo(200);
        assertThat(service.verified(secret)).isEqualTo("revoked");
        assertThat(statusOf("/enable", idOf(made))).isEqualTo(409);
        assertThat(shown(made.path("id").asString()).path("state").asString()).isEqualTo("revoked");
    }

    @Test
    void anUpdateChangesOnlyWhatItNames() throws Exception {
        JsonNode made = service.create("{\"owner\":\"updated\",\"tier\":\"free\",\"scopes\":[\"a:b\"]}");
        String id = made.path("id").asString();
        assertThat(statusOf("/update", "{\"id\":\"" + id + "\",\"tier\":\"\",\"limit\":\"7/s\",\"expires\":\"never\"}"))
                .isEqualTo(200);
        JsonNode shown = shown(id);
        assertThat(shown.has("tier")).isFalse();
        assertThat(shown.has("expiresAt")).isFalse();
        assertThat(shown.path("limit").asString()).isEqualTo("7/s");
        assertThat(shown.path("scopes").get(0).asString()).isEqualTo("a:b");
    }

    @Test
    void aRepeatedCreationMakesNoSecondKey() throws Exception {
        String[] header = {"Idempotency-Key", "order-7"};
        HttpResponse<String> first = service.keys("POST", "", "{\"owner\":\"repeated\"}", header);
        HttpResponse<String> second = service.keys("POST", "", "{\"owner\":\"repeated\",\"name\":\"b\"}", header);
        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(second.statusCode()).isEqualTo(409);
        assertThat(GuardedService.json(second).path("id"))
                .isEqualTo(GuardedService.json(first).path("id"));
        assertThat(second.body())
                .doesNotContain(GuardedService.json(first).path("key").asString());
    }

    @Test
    void importedKeysAreValidUnderTheirOldSecretsAllOrNone() throws Exception {
        String secret = "an-old-secret-of-another-system";
        String hash = HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8)));
        String line = "{\"owner\":\"old\",\"name\":\"%s\",\"sha256\":\"%s\"}\n";
        HttpResponse<String> bad =
                service.keys("POST", "/import", line.formatted("x", hash) + line.formatted("y", "$2a$10$abc"));
        assertThat(bad.statusCode()).isEqualTo(400);
        assertThat(GuardedService.json(bad).path("field").asString()).isEqualTo("line 2: sha256");
        assertThat(service.keys("GET", "?owner=old", "").body()).isEqualTo("{\"keys\":[]}");
        HttpResponse<String> done = service.keys("POST", "/import", line.formatted("x", hash));
        assertThat(done.statusCode()).as(done.body()).isEqualTo(200);
        assertThat(service.verified(secret)).isEqualTo("valid");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}                                                        | owner
            {"owner":""}                                              | owner
            {"owner":"a","limit":"often"}                             | limit
            {"owner":"a","scopes":"orders:read"}                      | scopes
            {"owner":"a","scopes":["weir:all"]}                       | scopes
            {"owner":"a","scopes":["Orders Read"]}                    | scopes
            {"owner":"a","networks":["192.0.2.0/99"]}                 | networks
            {"owner":"a","keys":["with space"]}                       | keys
            {"owner":"a","expires":"soon"}                            | expires
            {"owner":"a","expires":"2027-12-31T00:00:00"}             | expires
            {"owner":"a","expires":"2027-02-30T00:00:00Z"}            | expires
            {"owner":"a","expires":"2027-12-31T00:00:00+25:00"}       | expires
            {"owner":"a","expires":"-1d"}                             | expires
            {"owner":"a","expires":"0s"}                              | expires
            {"owner":"a","expires":"2001-01-01T00:00:00Z"}            | expires
            {"owner":"a","expires":"9999d"}                           | expires
            {"owner":"a","environment":"prod"}                        | environment
            {"owner":"a","secret":"x"}                                | secret
            {"owner":"a\\u0000b"}                                     | owner
            {"owner":["a"]}                                           | owner
            {"owner":"a","scopes":[7]}                                | scopes[0]
            {"owner":"a","networks":["localhost"]}                    | networks
            {"owner":"a","limit":"9223372036854775808/s"}             | limit
            {"owner":"a","owner":"b"}                                 | owner
            ["a"]                                                     | body
            nonsense                                                  | body
            """)
    void badInputIsRejectedWithItsFieldAndChangesNothing(String body, String field) throws Exception {
        String before = service.keys("GET", "?owner=a", "").body();
        HttpResponse<String> refused = service.keys("POST", "", body);
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
        assertThat(GuardedService.json(refused).path("field").asString()).isEqualTo(field);
        assertThat(service.keys("GET", "?owner=a", "").body()).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource({"?limit=0, limit", "?limit=x, limit", "?state=gone, state", "?x=1, x"})
    void badQueriesAreRejected(String query, String field) throws Exception {
        HttpResponse<String> refused = service.keys("GET", query, "");
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(GuardedService.json(refused).path("field").asString()).isEqualTo(field);
    }

    @Test
    void aTimeOfAnotherZoneIsTheSameInstant() throws Exception {
        JsonNode made = service.create("{\"owner\":\"zoned\",\"expires\":\"2027-12-31T01:30:00+02:30\"}");
        assertThat(made.path("expiresAt").asString()).isEqualTo("2027-12-30T23:00:00Z");
    }

    @Test
    void aKeyOfAMegabyteIsRefusedHoweverItIsPresented() throws Exception {
        String large = "weir_live_" + "a".repeat(1_000_000);
        assertThat(statusOf("/verify", "{\"key\":\"" + large + "\"}")).isEqualTo(413);
        assertThat(service.send("weir_live_" + "a".repeat(100_000), "GET", "/api/v1/api-keys", "")
                        .statusCode())
                .isEqualTo(431);
        assertThat(service.verified("weir_live_" + "a".repeat(10_000))).isEqualTo("malformed");
        assertThat(statusOf("/import", "{\"owner\":\"large\",\"key\":\"" + large + "\"}"))
                .isEqualTo(400);
        assertThat(service.keys("GET", "?owner=large", "").body()).isEqualTo("{\"keys\":[]}");
    }

    @Test
    void anImportThatNamesAKeyTwiceImportsNone() throws Exception {
        String line = "{\"owner\":\"doubled\",\"name\":\"%s\",\"key\":\"the-same-secret-of-another-system\"}\n";
        assertThat(statusOf("/import", line.formatted("a") + line.formatted("b")))
                .isEqualTo(409);
        assertThat(service.keys("GET", "?owner=doubled", "").body()).isEqualTo("{\"keys\":[]}");
    }

    @Test
    void anErasedOwnerIsNowhereAndTheirKeysAreRefused() throws Exception {
        JsonNode made = service.create("{\"owner\":\"Ann Example\",\"name\":\"laptop\"}");
        HttpResponse<String> erased = service.keys("POST", "/erase?by=bob", "{\"owner\":\"Ann Example\"}");
        assertThat(GuardedService.json(erased).path("ids").get(0)).isEqualTo(made.path("id"));
        assertThat(service.verified(made.path("key").asString())).isEqualTo("unknown");
        assertThat(service.keys("GET", "?limit=1000", "").body()).doesNotContain("Ann Example", "laptop");
        assertThat(service.send(GuardedService.ADMIN, "GET", "/api/v1/audit/export", "")
                        .body())
                .contains("key.erased")
                .doesNotContain("Ann Example", "laptop");
        assertThat(service.keys("POST", "/erase", "{\"owner\":\"Ann Example\"}").body())
                .isEqualTo("{\"ids\":[]}");
    }

    @Test
    void sqlInNamesIsText() throws Exception {
        service.create("{\"owner\":\"'; drop table weir_api_key; --\"}");
        assertThat(service.keys("GET", "?owner=%27%3B%20drop%20table%20weir_api_key%3B%20--", "")
                        .body())
                .contains("drop table");
    }

    @Test
    void unknownIdsAndRepeatedNamesAreReported() throws Exception {
        assertThat(service.keys("GET", "/show?id=key_0000000000000000", "").statusCode())
                .isEqualTo(404);
        assertThat(statusOf("/revoke", "{\"id\":\"key_0000000000000000\"}")).isEqualTo(404);
        service.create("{\"owner\":\"twice\",\"name\":\"n\"}");
        assertThat(statusOf("", "{\"owner\":\"twice\",\"name\":\"n\"}")).isEqualTo(409);
    }

    @Test
    void onlyAdministratorsSeeAndChangeKeys() throws Exception {
        assertThat(service.send(GuardedService.CHECKER, "GET", "/api/v1/api-keys", "")
                        .statusCode())
                .isEqualTo(401);
        assertThat(service.send(GuardedService.CHECKER, "POST", "/api/v1/api-keys", "{\"owner\":\"b\"}")
                        .statusCode())
                .isEqualTo(401);
        assertThat(service.send(GuardedService.CHECKER, "POST", "/api/v1/api-keys/verify", "{\"key\":\"x\"}")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void aServiceWithoutADatabaseSaysSo() throws Exception {
        ServiceSettings settings = new ServiceSettings(0, "127.0.0.1", new Access("admin-secret", Optional.empty()));
        try (WeirService alone = WeirService.start(settings)) {
            HttpResponse<String> refused = GuardedService.of(alone).keys("POST", "", "{\"owner\":\"a\"}");
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.body()).contains("--no-guard");
        }
    }
}
