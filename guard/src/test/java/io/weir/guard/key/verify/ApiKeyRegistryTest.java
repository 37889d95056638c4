package io.weir.guard.key.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.classify.IpAddress;
import io.weir.guard.Site;
import io.weir.guard.key.KeyExpiry;
import io.weir.guard.key.KeyTerms;
import io.weir.guard.key.KeyUse;
import io.weir.guard.key.admin.AdministrationConfig;
import io.weir.guard.key.admin.ImportedKey;
import io.weir.guard.key.admin.KeyDraft;
import io.weir.guard.key.admin.NewKey;
import io.weir.guard.memory.MemoryShelf;
import io.weir.guard.secret.Pepper;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ApiKeyRegistryTest {

    private static final Duration POLL = Duration.ofSeconds(1);

    private final Site site = new Site();

    private KeyCode verify(KeyCheck check) {
        return site.registry.verify(check).code();
    }

    private static IpAddress ip(String text) {
        return IpAddress.parse(text).orElseThrow();
    }

    @Test
    void aNewKeyIsValidAtOnceHereAndWithinASecondElsewhere() {
        ApiKeyRegistry other = site.otherNode();
        NewKey key = site.create("orders");
        assertThat(site.registry.find(key.secret().reveal())).contains(key.key());
        assertThat(Site.verify(other, key)).isEqualTo(KeyCode.UNKNOWN);
        site.time.advance(POLL);
        assertThat(Site.verify(other, key)).isEqualTo(KeyCode.VALID);
    }

    @Test
    void aRevokedKeyIsRefusedAtOnceHereAndWithinASecondElsewhere() {
        NewKey key = site.create("orders");
        ApiKeyRegistry other = site.otherNode();
        site.administration.revoke(key.key().id(), Site.ADMIN);
        assertThat(site.verify(key)).isEqualTo(KeyCode.REVOKED);
        assertThat(Site.verify(other, key)).isEqualTo(KeyCode.VALID);
        site.time.advance(POLL);
        assertThat(Site.verify(other, key)).isEqualTo(KeyCode.REVOKED);
    }

    @Test
    void mistypedAndForeignTextsAreMalformed() {
        String secret = site.create("orders").secret().reveal();
        for (String wrong : List.of(
                "",
                "x",
                secret + "x",
                secret.toLowerCase(Locale.ROOT),
                "x".repeat(1 << 20),
                "eyJhbGciOiJub25lIn0.e30.")) {
            assertThat(verify(KeyCheck.of(wrong))).isEqualTo(KeyCode.MALFORMED);
        }
    }

    @Test
    void aKeyOfAnotherInstallationIsUnknown() {
        NewKey foreign = new Site().create("orders");
        assertThat(site.registry.verify(KeyCheck.of(foreign.secret().reveal()))).isEqualTo(KeyVerification.UNKNOWN);
    }

    @Test
    void verifyingNeverAsksTheDatabase() {
        NewKey key = site.create("orders");
        NewKey foreign = new Site().create("orders");
        int before = site.shelf.asked();
        for (int i = 0; i < 100; i++) {
            site.verify(key);
            site.verify(foreign);
        }
        assertThat(site.shelf.asked()).isEqualTo(before);
    }

    @Test
    void aKeyExpiresExactlyAtItsInstant() {
        NewKey key = site.administration.create(
                KeyDraft.of(KeyTerms.of("orders", "acme")).withExpiry(KeyExpiry.after(Duration.ofHours(2))),
                Site.ADMIN);
        site.time.advance(Duration.ofHours(2).minusNanos(1_000));
        assertThat(site.verify(key)).isEqualTo(KeyCode.VALID);
        site.time.advanceMicros(1);
        assertThat(site.verify(key)).isEqualTo(KeyCode.EXPIRED);
    }

    @Test
    void aKeyExpiresAfterAYearByDefault() {
        NewKey key = site.create("orders");
        assertThat(key.key().life().expires()).contains(site.now().plus(Duration.ofDays(365)));
    }

    @Test
    void theOldSecretEndsExactlyWithItsGrace() {
        NewKey old = site.create("orders");
        NewKey rotated = site.administration.rotate(old.key().id(), Duration.ofHours(24), Site.ADMIN);
        assertThat(rotated.key().id()).isEqualTo(old.key().id());
        site.time.advance(Duration.ofHours(24).minusNanos(1_000));
        assertThat(site.verify(old)).isEqualTo(KeyCode.VALID);
        site.time.advanceMicros(1);
        assertThat(site.verify(old)).isEqualTo(KeyCode.EXPIRED);
        assertThat(site.verify(rotated)).isEqualTo(KeyCode.VALID);
    }

    @Test
    void withoutGraceTheOldSecretEndsAtOnce() {
        NewKey old = site.create("orders");
        site.administration.rotate(old.key().id(), Duration.ZERO, Site.ADMIN);
        assertThat(site.verify(old)).isEqualTo(KeyCode.EXPIRED);
    }

    @Test
    void aDisabledKeyWorksAgainWhenEnabled() {
        NewKey key = site.create("orders");
        site.administration.disable(key.key().id(), Site.ADMIN);
        assertThat(site.verify(key)).isEqualTo(KeyCode.DISABLED);
        site.administration.enable(key.key().id(), Site.ADMIN);
        assertThat(site.verify(key)).isEqualTo(KeyCode.VALID);
    }

    @Test
    void networksAndScopesAreEnforced() {
        NewKey key = site.create(KeyTerms.of("orders", "acme")
                .withScopes("orders:read", "orders:write")
                .withNetworks("192.0.2.0/24"));
        KeyCheck check = KeyCheck.of(key.secret().reveal());
        assertThat(verify(check)).isEqualTo(KeyCode.WRONG_NETWORK);
        assertThat(verify(check.withFrom(ip("198.51.100.1")))).isEqualTo(KeyCode.WRONG_NETWORK);
        KeyCheck inside = check.withFrom(ip("192.0.2.1"));
        assertThat(verify(inside.withScopes("orders:read"))).isEqualTo(KeyCode.VALID);
        assertThat(verify(inside.withScopes("orders:read", "orders:delete"))).isEqualTo(KeyCode.INSUFFICIENT_SCOPE);
    }

    @Test
    void onlyAValidKeyIsInTheResult() {
        NewKey key = site.create("orders");
        site.administration.disable(key.key().id(), Site.ADMIN);
        KeyVerification refused = site.registry.verify(KeyCheck.of(key.secret().reveal()));
        assertThat(refused.id()).contains(key.key().id());
        assertThat(refused.key()).isEmpty();
    }

    @Test
    void keysAreValidWithoutTheDatabaseUntilTheyAreTooOld() {
        NewKey key = site.create("orders");
        site.shelf.goAway();
        site.time.advance(Duration.ofHours(24));
        assertThat(site.verify(key)).isEqualTo(KeyCode.VALID);
        assertThat(site.registry.status().databaseUp()).isFalse();
        assertThat(site.registry.status().age()).contains(Duration.ofHours(24));
        site.time.advanceMicros(1);
        assertThat(site.verify(key)).isEqualTo(KeyCode.UNAVAILABLE);
        site.shelf.comeBack();
        site.time.advance(POLL);
        assertThat(site.verify(key)).isEqualTo(KeyCode.VALID);
        assertThat(site.registry.status().databaseUp()).isTrue();
    }

    @Test
    void aProcessWithoutKeysRejectsThemUntilTheDatabaseAnswers() {
        NewKey key = site.create("orders");
        site.shelf.goAway();
        ApiKeyRegistry late = site.otherNode();
        assertThat(late.status().isLoaded()).isFalse();
        assertThat(Site.verify(late, key)).isEqualTo(KeyCode.UNAVAILABLE);
        site.shelf.comeBack();
        site.time.advance(POLL);
        assertThat(Site.verify(late, key)).isEqualTo(KeyCode.VALID);
    }

    @Test
    void aRestoredDatabaseReplacesAllKeys() {
        site.create("one");
        NewKey second = site.create("two");
        site.shelf.restore(new MemoryShelf(site.log));
        site.time.advance(POLL);
        assertThat(site.verify(second)).isEqualTo(KeyCode.UNKNOWN);
        assertThat(site.registry.status().keys()).isZero();
    }

    @Test
    void usesAreWrittenInBatchesAndSurviveAnAbsentDatabase() {
        NewKey key = site.create("orders");
        Instant used = site.now();
        site.verify(key);
        site.verify(key);
        site.shelf.goAway();
        site.time.advance(Duration.ofMinutes(1));
        site.verify(key);
        site.shelf.comeBack();
        assertThat(site.administration.usage(key.key().id())).isEqualTo(KeyUse.NONE);
        site.time.advance(Duration.ofMinutes(2));
        assertThat(site.administration.usage(key.key().id()))
                .isEqualTo(new KeyUse(Optional.of(used.plusSeconds(60)), 3));
    }

    @Test
    void refusedKeysAreNotUsed() {
        NewKey key = site.create("orders");
        site.administration.disable(key.key().id(), Site.ADMIN);
        site.verify(key);
        site.registry.close();
        assertThat(site.administration.usage(key.key().id())).isEqualTo(KeyUse.NONE);
    }

    @Test
    void anOldPepperIsNeededOnlyUntilEachKeyIsUsed() {
        NewKey key = site.create("orders");
        String two = "v2:" + "22".repeat(32);
        Pepper both = Pepper.parse("v1:" + "11".repeat(32) + "," + two);
        ApiKeyRegistry rotating = ApiKeyRegistry.start(site.shelf, RegistryConfig.of(both, site.time, site.time));
        assertThat(Site.verify(rotating, key)).isEqualTo(KeyCode.VALID);
        site.time.advance(Duration.ofMinutes(1));
        ApiKeyRegistry newest =
                ApiKeyRegistry.start(site.shelf, RegistryConfig.of(Pepper.parse(two), site.time, site.time));
        assertThat(Site.verify(newest, key)).isEqualTo(KeyCode.VALID);
        site.time.advance(POLL);
        assertThat(Site.verify(rotating, key)).isEqualTo(KeyCode.VALID);
    }

    @Test
    void importedKeysAreFoundByTheirSecretOrItsSha256() throws Exception {
        String secret = "legacy-secret-of-another-system";
        String hex = HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256")
                        .digest("another-legacy-secret".getBytes(StandardCharsets.UTF_8)));
        site.administration.importAll(
                List.of(
                        ImportedKey.ofSecret(KeyDraft.of(KeyTerms.of("a", "acme")), secret)
                                .withId("legacy-1"),
                        ImportedKey.ofSha256(KeyDraft.of(KeyTerms.of("b", "acme")), hex)),
                Site.ADMIN);
        assertThat(site.registry.find(secret))
                .hasValueSatisfying(key -> assertThat(key.id()).isEqualTo("legacy-1"));
        assertThat(site.registry.find("another-legacy-secret")).isPresent();
        assertThat(verify(KeyCheck.of("a-legacy-secret-nobody-has"))).isEqualTo(KeyCode.UNKNOWN);
    }

    @Test
    void keysBeyondTheBoundAreLeftOut() {
        KeyTable table = new KeyTable(site.config.format(), 2);
        site.create("a");
        site.create("b");
        NewKey third = site.create("c");
        site.shelf.changesSince(0, changed -> table.put(changed.key()));
        assertThat(table.size()).isEqualTo(2);
        assertThat(table.isFull()).isTrue();
        assertThat(third.key().id())
                .isNotIn(table.entries().stream()
                        .map(entry -> entry.stored().id())
                        .toList());
    }

    @Test
    void textsOfKeysHaveNoSecretAndNoHash() {
        NewKey key = site.create("orders");
        String shown = key + " " + KeyCheck.of(key.secret().reveal()) + " "
                + site.registry.verify(KeyCheck.of(key.secret().reveal())) + " "
                + site.shelf.find(key.key().id()) + " " + site.config + " "
                + AdministrationConfig.of(site.pepper, site.time) + " "
                + ImportedKey.ofSecret(
                        KeyDraft.of(KeyTerms.of("a", "b")), key.secret().reveal());
        assertThat(shown)
                .doesNotContainPattern("weir_(live|test)_[0-9A-Za-z]{38}")
                .doesNotContainPattern("[0-9a-f]{64}");
    }
}
