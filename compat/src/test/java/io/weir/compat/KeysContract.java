package io.weir.compat;

import static io.weir.compat.Credentials.basic;
import static io.weir.compat.Credentials.freshAddress;
import static io.weir.compat.Credentials.freshUser;
import static io.weir.compat.LimitsContract.AUTHORIZATION;
import static io.weir.compat.LimitsContract.FOR;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.guard.audit.AuditFilter;
import io.weir.guard.audit.AuditVerifier;
import io.weir.guard.jdbc.GuardDatabase;
import io.weir.guard.key.KeyTerms;
import io.weir.guard.key.admin.ChangeOrigin;
import io.weir.guard.key.admin.KeyAdministration;
import io.weir.guard.key.admin.KeyDraft;
import io.weir.guard.key.admin.NewKey;
import io.weir.spring.ApiKeys;
import io.weir.limit.Rate;
import io.weir.limit.TokenBucket;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.jdbc.core.JdbcTemplate;

/** API keys in the application's database: create by a bean, used over HTTP. */
abstract class KeysContract {

    static final String KEY = "X-API-Key";
    static final ChangeOrigin ANN = ChangeOrigin.of("ann");

    private static final AtomicInteger NAMES = new AtomicInteger();

    abstract RunningApp app();

    private KeyAdministration keys() {
        return app().context().getBean(KeyAdministration.class);
    }

    static KeyTerms terms() {
        return KeyTerms.of("key-" + NAMES.incrementAndGet(), "acme");
    }

    private NewKey create(KeyTerms terms) {
        return keys().create(KeyDraft.of(terms), ANN);
    }

    private static String secret(NewKey key) {
        return key.secret().reveal();
    }

    private double forged() {
        return app().context()
                .getBean(MeterRegistry.class)
                .get("rate_limiter.bypass_attempts")
                .tag("kind", "forged-credential")
                .counter()
                .count();
    }

    private double verified(String code) {
        return app().context()
                .getBean(MeterRegistry.class)
                .get("guard.keys.verified")
                .tag("code", code)
                .functionCounter()
                .count();
    }

    @Test
    void verificationsAreCountedByWhatWasFound() {
        NewKey key = create(terms());
        double valid = verified("valid");
        double revoked = verified("revoked");
        ApiKeys found = app().context().getBean(ApiKeys.class);
        found.find(secret(key));
        keys().revoke(key.key().id(), ANN);
        found.find(secret(key));
        assertThat(verified("valid")).isEqualTo(valid + 1);
        assertThat(verified("revoked")).isEqualTo(revoked + 1);
    }

    @Test
    void aKeyIsLimitedByItsIdFromEveryAddress() {
        String secret = secret(create(terms()));
        assertThat(secret).startsWith("shop_live_");
        assertThat(app().statuses(2, "/api/v1/key", KEY, secret, FOR, freshAddress())).containsOnly(200);
        assertThat(app().statuses(2, "/api/v1/key", KEY, secret, FOR, freshAddress())).containsExactly(200, 429);
        assertThat(app().statuses(1, "/api/v1/key", KEY, secret(create(terms())))).containsExactly(200);
    }

    @Test
    void aKeyHasTheLimitOfItsTier() {
        String premium = secret(create(terms().withTier(Optional.of("premium"))));
        String free = secret(create(terms().withTier(Optional.of("free"))));
        assertThat(app().get("/api/x", KEY, premium).headers().firstValue("X-RateLimit-Limit")).contains("40");
        assertThat(app().get("/api/x", KEY, free).headers().firstValue("X-RateLimit-Limit")).contains("20");
    }

    @Test
    void aKeyHasItsOwnLimitInsteadOfThatOfItsTier() {
        KeyTerms terms = terms().withTier(Optional.of("premium")).withLimit(Optional.of(TokenBucket.of(Rate.perHour(2))));
        String secret = secret(create(terms));
        assertThat(app().get("/api/x", KEY, secret).headers().firstValue("X-RateLimit-Limit")).contains("2");
        assertThat(app().statuses(2, "/api/x", KEY, secret, FOR, freshAddress())).containsExactly(200, 429);
    }

    @Test
    void aWrongKeyIsAnonymousAndCounted() {
        double before = forged();
        String right = secret(create(terms()));
        String address = freshAddress();
        for (String wrong : new String[] {"guess", right.substring(1), right.substring(0, 20), "shop_live_"}) {
            app().get("/api/x", KEY, wrong, FOR, address);
        }
        assertThat(app().get("/api/x", FOR, address).statusCode()).isEqualTo(429);
        assertThat(app().get("/who", KEY, "guess", FOR, freshAddress()).statusCode()).isEqualTo(401);
        assertThat(forged() - before).isEqualTo(5);
    }

    @Test
    void aRevokedKeyIsRejectedAtOnceCountedAndAudited() {
        NewKey key = create(terms());
        assertThat(app().get("/who", KEY, secret(key)).statusCode()).isEqualTo(200);
        keys().revoke(key.key().id(), ANN);
        double before = forged();
        assertThat(app().get("/who", KEY, secret(key), FOR, freshAddress()).statusCode()).isEqualTo(401);
        assertThat(forged() - before).isEqualTo(1);
        GuardDatabase database = app().context().getBean(GuardDatabase.class);
        Awaitility.await()
                .untilAsserted(() -> assertThat(database.audit()
                                .read(AuditFilter.ALL.withSubject("api-key:" + key.key().id()), 0, 10))
                        .anySatisfy(row -> assertThat(row.json()).contains("credential.forged", "revoked")));
        assertThat(new AuditVerifier(database.audit(), database.chain()).verify().isIntact())
                .isTrue();
    }

    @Test
    void aRotatedKeyKeepsItsCounters() {
        NewKey key = create(terms());
        assertThat(app().statuses(3, "/api/v1/key", KEY, secret(key))).containsOnly(200);
        NewKey rotated = keys().rotate(key.key().id(), Duration.ZERO, ANN);
        assertThat(app().statuses(1, "/api/v1/key", KEY, secret(rotated))).containsExactly(429);
        assertThat(app().get("/who", KEY, secret(key), FOR, freshAddress()).statusCode()).isEqualTo(401);
    }

    @Test
    void aKeyInTheQueryIsRejectedAndCounted() {
        double before = forged();
        String secret = secret(create(terms()));
        assertThat(app().get("/who?api_key=" + secret, FOR, freshAddress()).statusCode()).isEqualTo(401);
        assertThat(forged() - before).isEqualTo(1);
    }

    @Test
    void aKeyIsBoundToItsNetworks() {
        String secret = secret(create(terms().withNetworks("198.51.100.0/24")));
        assertThat(app().get("/who", KEY, secret, FOR, "198.51.100.7").statusCode()).isEqualTo(200);
        assertThat(app().get("/who", KEY, secret, FOR, "198.51.101.7").statusCode()).isEqualTo(401);
    }

    @Test
    void aKeyAuthenticatesWithItsScopes() {
        NewKey reader = create(terms().withScopes("orders:read"));
        NewKey writer = create(terms().withScopes("orders:write"));
        assertThat(app().get("/who", KEY, secret(reader)).body()).isEqualTo(reader.key().id());
        assertThat(app().get("/api/v1/orders", KEY, secret(reader)).statusCode()).isEqualTo(200);
        assertThat(app().get("/api/v1/orders", KEY, secret(writer)).statusCode()).isEqualTo(403);
        assertThat(app().get("/api/v1/orders", FOR, freshAddress()).statusCode()).isEqualTo(401);
    }

    @Test
    void aPasswordGoesBeforeAKey() {
        NewKey key = create(terms());
        String user = freshUser();
        assertThat(app().get("/who", KEY, secret(key), AUTHORIZATION, basic(user)).body()).isEqualTo(user);
    }

    @Test
    void anAuthenticatedKeyIsNoUser() {
        String secret = secret(create(terms()));
        assertThat(app().statuses(3, "/api/v1/user", KEY, secret)).containsOnly(200);
    }

    @Test
    void noSecretIsLogged() {
        NewKey key = create(terms());
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            logging.setLogLevel("io.weir", LogLevel.TRACE);
            logging.setLogLevel("org.springframework.security", LogLevel.TRACE);
            app().statuses(4, "/api/v1/key", KEY, secret(key));
            keys().revoke(key.key().id(), ANN);
            app().get("/who", KEY, secret(key), FOR, freshAddress());
        } finally {
            logging.setLogLevel("io.weir", LogLevel.ERROR);
            logging.setLogLevel("org.springframework.security", LogLevel.ERROR);
            System.setOut(before);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("/api/v1/key", "denied rule=keys subject=")
                .doesNotContain(secret(key));
    }

    @Test
    void theApplicationsOwnMigrationsAreLeftAlone() {
        JdbcTemplate jdbc = new JdbcTemplate(app().context().getBean(DataSource.class));
        assertThat(jdbc.queryForList("select \"script\" from \"flyway_schema_history\" where \"version\" is not null", String.class))
                .containsExactly("V1__orders.sql");
        assertThat(jdbc.queryForObject("select count(*) from orders", Long.class)).isZero();
    }

    @Test
    void healthHasAPartForTheKeys() {
        assertThat(app().get("/actuator/health").body())
                .containsPattern("\"rateLimitKeys\":\\{[^}]*\"database\":\"UP\"")
                .containsPattern("\"rateLimitKeys\":\\{[^}]*\"keys\":[0-9]+");
    }
}
