package io.weir.guard.key.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.guard.Site;
import io.weir.guard.key.ApiKey;
import io.weir.guard.key.InvalidFieldException;
import io.weir.guard.key.KeyExpiry;
import io.weir.guard.key.KeyState;
import io.weir.guard.key.KeyTerms;
import io.weir.guard.key.KeysUnavailableException;
import io.weir.guard.key.Scopes;
import io.weir.guard.key.spi.StoredKey;
import io.weir.guard.key.verify.KeyCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

final class KeyAdministrationTest {

    private static final KeyTerms TERMS = KeyTerms.of("orders", "acme");

    private final Site site = new Site();
    private final KeyAdministration administration = site.administration;

    /** Returns everything that is stored: keys with their secrets, and the audit. */
    private List<Object> kept() {
        List<Object> all = new ArrayList<>();
        site.shelf.changesSince(0, changed -> all.add(changed.key()));
        all.addAll(site.audit());
        return all;
    }

    private void refused(Class<? extends RuntimeException> how, ThrowingCallable change) {
        List<Object> before = kept();
        assertThatThrownBy(change).isInstanceOf(how);
        assertThat(kept()).isEqualTo(before);
    }

    @Test
    void everyChangeIsInTheAuditWithoutSecretsAndOwners() {
        NewKey key = site.create("orders");
        String id = key.key().id();
        administration.rotate(id, Duration.ZERO, Site.ADMIN);
        administration.disable(id, Site.ADMIN);
        administration.enable(id, Site.ADMIN);
        administration.update(id, KeyChange.ofTerms(terms -> terms.withScopes("orders:read")), Site.ADMIN);
        administration.revoke(id, Site.ADMIN.withReason("leaked"));
        assertThat(site.auditKinds())
                .containsExactly(
                        "key.created", "key.rotated", "key.disabled", "key.enabled", "key.changed", "key.revoked");
        assertThat(site.audit()).allSatisfy(row -> {
            assertThat(row.entry().subject()).isEqualTo(id);
            assertThat(row.entry().actor()).isEqualTo("ann");
            assertThat(row.json())
                    .doesNotContain("acme")
                    .doesNotContain(key.secret().reveal());
        });
        assertThat(site.audit().get(0).entry().detail())
                .contains("\"hint\":\"" + key.secret().hint() + "\"")
                .contains("\"expires\":\"2027-01-01T00:00:00Z\"");
        assertThat(site.audit().get(5).entry().detail()).contains("\"reason\":\"leaked\"");
    }

    @Test
    void changesWithoutEffectAreNotAudited() {
        String id = site.create("orders").key().id();
        administration.enable(id, Site.ADMIN);
        administration.update(id, KeyChange.ofTerms(terms -> terms), Site.ADMIN);
        administration.revoke(id, Site.ADMIN);
        administration.revoke(id, Site.ADMIN);
        assertThat(site.auditKinds()).containsExactly("key.created", "key.revoked");
    }

    @Test
    void namesOfAnOwnerDiffer() {
        NewKey first = site.create("orders");
        refused(KeyConflictException.class, () -> site.create("orders"));
        site.create(KeyTerms.of("orders", "other"));
        String second = site.create("more").key().id();
        refused(
                KeyConflictException.class,
                () -> administration.update(second, KeyChange.ofTerms(terms -> terms.withName("orders")), Site.ADMIN));
        administration.revoke(first.key().id(), Site.ADMIN);
        site.create("orders");
    }

    @Test
    void aRepeatedRequestMakesNoSecondKey() {
        KeyDraft draft = KeyDraft.of(TERMS).withRequestId("7f3");
        NewKey first = administration.create(draft, Site.ADMIN);
        assertThatThrownBy(() -> administration.create(draft, Site.ADMIN))
                .isInstanceOfSatisfying(
                        KeyConflictException.class,
                        again -> assertThat(again.keyId()).isEqualTo(first.key().id()));
    }

    @Test
    void aKeyHasThreeSecretsAtMost() {
        NewKey first = site.create("orders");
        String id = first.key().id();
        administration.rotate(id, Duration.ofHours(1), Site.ADMIN);
        NewKey third = administration.rotate(id, Duration.ofHours(1), Site.ADMIN);
        refused(KeyConflictException.class, () -> administration.rotate(id, Duration.ofHours(1), Site.ADMIN));
        assertThat(site.verify(first)).isEqualTo(KeyCode.VALID);
        assertThat(administration.show(id).secrets()).hasSize(3);
        NewKey fourth = administration.rotate(id, Duration.ZERO, Site.ADMIN);
        assertThat(site.verify(third)).isEqualTo(KeyCode.EXPIRED);
        assertThat(site.verify(fourth)).isEqualTo(KeyCode.VALID);
    }

    @Test
    void graceIsAtMostThirtyDays() {
        String id = site.create("orders").key().id();
        refused(InvalidFieldException.class, () -> administration.rotate(id, Duration.ofDays(31), Site.ADMIN));
        refused(InvalidFieldException.class, () -> administration.rotate(id, Duration.ofSeconds(-1), Site.ADMIN));
    }

    @Test
    void aRevokedKeyCannotBeChanged() {
        String id = site.create("orders").key().id();
        administration.revoke(id, Site.ADMIN);
        refused(KeyConflictException.class, () -> administration.enable(id, Site.ADMIN));
        refused(KeyConflictException.class, () -> administration.disable(id, Site.ADMIN));
        refused(KeyConflictException.class, () -> administration.rotate(id, Duration.ZERO, Site.ADMIN));
        refused(
                KeyConflictException.class,
                () -> administration.update(id, KeyChange.ofExpiry(KeyExpiry.never()), Site.ADMIN));
    }

    @Test
    void anUnknownKeyIsNamedButNotIfTheIdIsASecret() {
        refused(KeyNotFoundException.class, () -> administration.revoke("key_0", Site.ADMIN));
        String secret = site.create("orders").secret().reveal();
        assertThatThrownBy(() -> administration.show(secret))
                .isInstanceOf(KeyNotFoundException.class)
                .hasMessageNotContaining(secret);
    }

    @Test
    void unknownScopesAreRejectedIfScopesAreListed() {
        KeyAdministration strict = site.administration(
                AdministrationConfig.of(site.pepper, site.time).withKnownScopes("orders:read"));
        strict.create(KeyDraft.of(TERMS.withScopes("orders:read", Scopes.CHECK)), Site.ADMIN);
        refused(
                InvalidFieldException.class,
                () -> strict.create(KeyDraft.of(TERMS.withName("b").withScopes("orders:raed")), Site.ADMIN));
    }

    @Test
    void theLastAdministratorCannotBeRevoked() {
        KeyAdministration careful = site.administration(
                AdministrationConfig.of(site.pepper, site.time).withLastAdminKey(LastAdminKey.KEPT));
        String first = site.create(KeyTerms.of("root", "us").withScopes(Scopes.ADMIN))
                .key()
                .id();
        KeyChange lesser = KeyChange.ofTerms(terms -> terms.withScopes(Scopes.READ));
        refused(KeyConflictException.class, () -> careful.revoke(first, Site.ADMIN));
        refused(KeyConflictException.class, () -> careful.disable(first, Site.ADMIN));
        refused(KeyConflictException.class, () -> careful.update(first, lesser, Site.ADMIN));
        refused(KeyConflictException.class, () -> careful.erase("us", Site.ADMIN));
        String second = site.create(KeyTerms.of("two", "us").withScopes(Scopes.ADMIN))
                .key()
                .id();
        careful.revoke(first, Site.ADMIN);
        refused(KeyConflictException.class, () -> careful.revoke(second, Site.ADMIN));
    }

    @Test
    void withoutTheDatabaseNothingChanges() {
        NewKey key = site.create("orders");
        List<Object> before = kept();
        site.shelf.goAway();
        for (ThrowingCallable change : List.<ThrowingCallable>of(
                () -> site.create("more"), () -> administration.revoke(key.key().id(), Site.ADMIN))) {
            assertThatThrownBy(change)
                    .isInstanceOf(KeysUnavailableException.class)
                    .hasMessageContaining("nothing was changed");
        }
        assertThat(site.verify(key)).isEqualTo(KeyCode.VALID);
        site.shelf.comeBack();
        assertThat(kept()).isEqualTo(before);
    }

    @Test
    void importsAreAllOrNothing() {
        ImportedKey good =
                ImportedKey.ofSecret(KeyDraft.of(TERMS), "legacy-secret-one").withId("one");
        ImportedKey sameId = ImportedKey.ofSecret(KeyDraft.of(TERMS.withName("b")), "legacy-secret-two")
                .withId("one");
        ImportedKey sameSecret = ImportedKey.ofSecret(KeyDraft.of(TERMS.withName("c")), "legacy-secret-one");
        refused(KeyConflictException.class, () -> administration.importAll(List.of(good, sameId), Site.ADMIN));
        refused(KeyConflictException.class, () -> administration.importAll(List.of(good, sameSecret), Site.ADMIN));
        assertThat(administration.importAll(List.of(good), Site.ADMIN))
                .extracting(ApiKey::id)
                .containsExactly("one");
    }

    @Test
    void recordsThatCannotBeImportedAreNamed() {
        KeyDraft draft = KeyDraft.of(TERMS);
        assertThatThrownBy(() -> ImportedKey.ofSha256(draft, "$2a$10$abcdefghijklmnopqrstuv"))
                .hasMessageContaining("BCrypt");
        assertThatThrownBy(() -> ImportedKey.ofSha256(draft, "xyz")).isInstanceOf(InvalidFieldException.class);
        assertThatThrownBy(() -> ImportedKey.ofSecret(draft, "too short"))
                .isInstanceOf(InvalidFieldException.class)
                .hasMessageNotContaining("too short");
        refused(
                InvalidFieldException.class,
                () -> administration.importAll(
                        List.of(ImportedKey.ofSecret(draft, "legacy-secret-one").withId("../x")), Site.ADMIN));
    }

    @Test
    void keysAreListedByOwnerAndStateInPages() {
        String disabled = site.create("a").key().id();
        administration.disable(disabled, Site.ADMIN);
        site.create("b");
        site.create(KeyTerms.of("c", "other"));
        KeyQuery all = KeyQuery.ALL;
        assertThat(administration.list(all)).hasSize(3);
        assertThat(administration.list(all.withOwner("acme"))).hasSize(2);
        assertThat(administration.list(all.withState(KeyState.DISABLED)))
                .extracting(each -> each.key().id())
                .containsExactly(disabled);
        List<KeyDetails> first = administration.list(all.withLimit(2));
        assertThat(administration.list(all.withAfter(first.get(1).key().id()))).hasSize(1);
        assertThatThrownBy(() -> all.withLimit(0)).isInstanceOf(InvalidFieldException.class);
    }

    @Test
    void erasingAnOwnerRemovesAllTheirData() {
        NewKey key = site.create(TERMS.withNetworks("192.0.2.7"));
        site.create(KeyTerms.of("theirs", "other"));
        administration.erase("acme", Site.ADMIN);
        assertThat(site.verify(key)).isEqualTo(KeyCode.UNKNOWN);
        StoredKey left = site.shelf.find(key.key().id()).orElseThrow();
        assertThat(left.secrets()).isEmpty();
        assertThat(left.toString())
                .doesNotContain("acme")
                .doesNotContain("192.0.2.7")
                .doesNotContain("orders");
        assertThat(administration.list(KeyQuery.ALL.withOwner("other"))).hasSize(1);
        assertThat(site.auditKinds()).endsWith("key.erased");
    }
}
