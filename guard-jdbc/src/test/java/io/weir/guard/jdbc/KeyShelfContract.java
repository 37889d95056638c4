package io.weir.guard.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.guard.audit.AuditChain;
import io.weir.guard.audit.AuditEvent;
import io.weir.guard.audit.AuditFilter;
import io.weir.guard.audit.AuditKind;
import io.weir.guard.audit.AuditLog;
import io.weir.guard.audit.AuditVerifier;
import io.weir.guard.key.ApiKey;
import io.weir.guard.key.KeyEnvironment;
import io.weir.guard.key.KeyExpiry;
import io.weir.guard.key.KeyLife;
import io.weir.guard.key.KeyState;
import io.weir.guard.key.KeyTerms;
import io.weir.guard.key.KeyUse;
import io.weir.guard.key.Scopes;
import io.weir.guard.key.spi.KeySelection;
import io.weir.guard.key.spi.KeySelection.InState;
import io.weir.guard.key.spi.KeySelection.Page;
import io.weir.guard.key.spi.KeyShelf;
import io.weir.guard.key.spi.SecretHash;
import io.weir.guard.key.spi.StoredKey;
import io.weir.guard.key.spi.StoredSecret;
import io.weir.guard.key.spi.UsedKey;
import io.weir.guard.secret.Pepper;
import io.weir.limit.Limit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** The contract of every store for keys and their audit. */
abstract class KeyShelfContract {

    static final Pepper PEPPER = Pepper.parse("11".repeat(32));
    static final AuditChain CHAIN = new AuditChain(PEPPER);
    static final Instant NOW = Instant.parse("2026-01-01T00:00:00.123456Z");

    private static final long PAUSE_NANOS = 1_000_000;
    private static final int WRITERS = 8;
    private static final int CHANGES_EACH = 12;
    private static final AtomicLong NUMBERS = new AtomicLong();

    abstract KeyShelf shelf();

    abstract AuditLog log();

    static AuditEvent event(String subject) {
        return AuditEvent.of(NOW, AuditKind.KEY_CREATED, "ann", subject);
    }

    static StoredKey key(String id, KeyTerms terms) {
        long number = NUMBERS.incrementAndGet();
        KeyLife.Creation creation = new KeyLife.Creation(NOW, "ann", KeyEnvironment.LIVE);
        ApiKey key = new ApiKey(
                id,
                terms,
                KeyLife.starting(creation, KeyExpiry.after(Duration.ofDays(1)).from(NOW)),
                KeyUse.NONE);
        return new StoredKey(key, List.of(secret(number)), Optional.empty());
    }

    static StoredKey key(String id) {
        return key(id, KeyTerms.of(id, "acme"));
    }

    private static StoredSecret secret(long number) {
        return new StoredSecret(new SecretHash(1, number, 2, 3, 4), "weir_live_" + number, NOW, Optional.empty());
    }

    void save(StoredKey key) {
        shelf().edit(edit -> {
            edit.save(key);
            edit.record(event(key.id()));
            return key;
        });
    }

    List<StoredKey> since(long number) {
        List<StoredKey> keys = new ArrayList<>();
        shelf().changesSince(number, changed -> keys.add(changed.key()));
        return keys;
    }

    private Optional<StoredKey> byRequest(String requestId) {
        return shelf().edit(edit -> edit.findByRequest(requestId));
    }

    private Optional<String> idByHash(SecretHash hash) {
        return shelf().edit(edit -> edit.findIdByHash(hash));
    }

    private long activeAdmins(Instant now) {
        return shelf().edit(edit -> edit.countActive(Scopes.ADMIN, now));
    }

    private List<StoredKey> ofOwner(String owner) {
        return shelf().edit(edit -> edit.ofOwner(owner));
    }

    boolean isIntact() {
        return new AuditVerifier(log(), CHAIN).verify().isIntact();
    }

    @Test
    void everythingOfAKeyIsKept() {
        KeyTerms terms = KeyTerms.of("Robert'); DROP TABLE weir_api_key;-- ключ 🔑", "o'wner \\ \"")
                .withTenant(Optional.of("tenant"))
                .withTier(Optional.of("premium"))
                .withLimit(Optional.of(Limit.parse("5000/min burst 8000")))
                .withScopes("orders:read", "orders:write")
                .withNetworks("192.0.2.0/24", "2001:db8::/32")
                .withCounters("user:*", "a'b");
        StoredKey plain = key("key_full", terms);
        KeyLife life = plain.key().life().withDisabled(Optional.of(NOW)).withRevoked(NOW.plusSeconds(1));
        StoredSecret ending = secret(NUMBERS.incrementAndGet()).endingBy(NOW.plusSeconds(60));
        StoredKey full = new StoredKey(
                plain.key().withLife(life), List.of(plain.secrets().get(0), ending), Optional.of("request 1"));
        save(full);
        assertThat(shelf().find("key_full")).contains(full);
        assertThat(since(0)).contains(full);
        assertThat(byRequest("request 1")).contains(full);
        assertThat(idByHash(ending.hash())).contains("key_full");
        assertThat(shelf().find("key_other")).isEmpty();
    }

    @Test
    void aKeyIsReplacedWithItsSecrets() {
        StoredKey first = key("key_a");
        save(first);
        StoredKey second = first.withKey(first.key().withTerms(KeyTerms.of("other", "other")))
                .withSecrets(List.of(secret(NUMBERS.incrementAndGet())));
        save(second);
        assertThat(shelf().find("key_a")).contains(second);
        assertThat(idByHash(first.secrets().get(0).hash())).isEmpty();
    }

    @Test
    void changesAreNumberedInTheirOrder() {
        long before = shelf().changeNumber();
        save(key("key_a"));
        save(key("key_b"));
        save(key("key_a"));
        assertThat(shelf().changeNumber()).isEqualTo(before + 3);
        assertThat(since(before)).extracting(StoredKey::id).containsExactly("key_b", "key_a");
        assertThat(since(before + 3)).isEmpty();
    }

    @Test
    void anEditThatFailsChangesNothing() {
        save(key("key_a"));
        long before = shelf().changeNumber();
        assertThatThrownBy(() -> shelf().edit(edit -> {
                    edit.save(key("key_b"));
                    edit.record(event("key_b"));
                    throw new IllegalStateException("planted");
                }))
                .hasMessage("planted");
        assertThat(shelf().changeNumber()).isEqualTo(before);
        assertThat(shelf().find("key_b")).isEmpty();
        assertThat(log().read(AuditFilter.ALL.withSubject("key_b"), 0, 10)).isEmpty();
    }

    @Test
    void noChangeIsMissedByPollersBesideEightWriters() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(WRITERS + 2);
        AtomicInteger writing = new AtomicInteger(WRITERS);
        List<Future<Set<String>>> pollers = new ArrayList<>();
        List<Future<?>> writers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            pollers.add(threads.submit(poller(writing)));
        }
        Set<String> written = new HashSet<>();
        for (int writer = 0; writer < WRITERS; writer++) {
            List<String> ids = new ArrayList<>();
            for (int i = 0; i < CHANGES_EACH; i++) {
                ids.add("key_" + writer + "." + i);
            }
            written.addAll(ids);
            writers.add(threads.submit(() -> {
                ids.forEach(id -> save(key(id)));
                writing.decrementAndGet();
            }));
        }
        for (Future<?> writer : writers) {
            writer.get();
        }
        for (Future<Set<String>> poller : pollers) {
            assertThat(poller.get()).containsAll(written);
        }
        threads.shutdown();
        assertThat(isIntact()).isTrue();
    }

    /** Polls for changes after the last change that it has read. */
    private Callable<Set<String>> poller(AtomicInteger writing) {
        return () -> {
            Set<String> read = new HashSet<>();
            AtomicLong last = new AtomicLong();
            boolean more = true;
            while (more) {
                more = writing.get() > 0;
                LockSupport.parkNanos(PAUSE_NANOS);
                shelf().changesSince(last.get(), changed -> {
                    assertThat(changed.number()).isGreaterThan(last.get());
                    last.set(changed.number());
                    read.add(changed.key().id());
                });
            }
            return read;
        };
    }

    @Test
    void keysAreListedByOwnerAndStateInPages() {
        StoredKey disabled = key("key_b");
        save(key("key_a"));
        save(disabled.withKey(disabled.key().withLife(disabled.key().life().withDisabled(Optional.of(NOW)))));
        save(key("key_c", KeyTerms.of("c", "other")));
        StoredKey revoked = key("key_d");
        save(revoked.withKey(revoked.key().withLife(revoked.key().life().withRevoked(NOW))));
        assertThat(listed(Optional.empty(), Optional.empty(), new Page("", 2))).containsExactly("key_a", "key_b");
        assertThat(listed(Optional.empty(), Optional.empty(), new Page("key_b", 9)))
                .containsExactly("key_c", "key_d");
        assertThat(listed(Optional.of("other"), Optional.empty(), new Page("", 9)))
                .containsExactly("key_c");
        Page all = new Page("", 9);
        assertThat(listed(Optional.empty(), inState(KeyState.ACTIVE, NOW), all)).containsExactly("key_a", "key_c");
        assertThat(listed(Optional.empty(), inState(KeyState.DISABLED, NOW), all))
                .containsExactly("key_b");
        assertThat(listed(Optional.empty(), inState(KeyState.REVOKED, NOW), all))
                .containsExactly("key_d");
        Instant end = NOW.plus(Duration.ofDays(1));
        assertThat(listed(Optional.empty(), inState(KeyState.EXPIRED, end.minusNanos(1_000)), all))
                .isEmpty();
        assertThat(listed(Optional.empty(), inState(KeyState.EXPIRED, end), all))
                .containsExactly("key_a", "key_b", "key_c");
    }

    private static Optional<InState> inState(KeyState state, Instant at) {
        return Optional.of(new InState(state, at));
    }

    private List<String> listed(Optional<String> owner, Optional<InState> state, Page page) {
        return shelf().list(new KeySelection(owner, state, page)).stream()
                .map(StoredKey::id)
                .toList();
    }

    @Test
    void usesAddUpAndTheLastUseNeverGoesBack() {
        save(key("key_a"));
        long changes = shelf().changeNumber();
        Instant later = NOW.plusSeconds(60);
        shelf().addUses(List.of(new UsedKey("key_a", new KeyUse(Optional.of(later), 5))));
        shelf().addUses(List.of(
                new UsedKey("key_a", new KeyUse(Optional.of(NOW), 2)),
                new UsedKey("key_gone", new KeyUse(Optional.of(NOW), 1))));
        assertThat(shelf().find("key_a").orElseThrow().key().use()).isEqualTo(new KeyUse(Optional.of(later), 7));
        assertThat(shelf().changeNumber()).isEqualTo(changes);
        save(key("key_a"));
    }

    @Test
    void activeKeysWithAScopeAreCounted() {
        save(key("key_a", KeyTerms.of("a", "acme").withScopes(Scopes.ADMIN, "orders:read")));
        save(key("key_b", KeyTerms.of("b", "acme").withScopes(Scopes.ADMIN)));
        save(key("key_c", KeyTerms.of("c", "acme").withScopes("orders:weir:admin")));
        assertThat(activeAdmins(NOW)).isEqualTo(2);
        assertThat(activeAdmins(NOW.plus(Duration.ofDays(1)))).isZero();
        assertThat(ofOwner("acme")).hasSize(3);
    }

    @Test
    void theAuditIsReadByFilterInItsOrder() {
        log().append(List.of(
                event("key_a"),
                AuditEvent.of(NOW.plusSeconds(5), AuditKind.KEY_REVOKED, "bob", "key_a")
                        .withDetail("reason", "'\"\\")));
        AuditFilter subject = AuditFilter.ALL.withSubject("key_a");
        assertThat(log().read(subject, 0, 10)).extracting(row -> row.seq()).containsExactly(1L, 2L);
        assertThat(log().read(subject, 1, 10)).hasSize(1);
        assertThat(log().read(subject, 0, 1)).hasSize(1);
        assertThat(log().read(AuditFilter.ALL.withActor("bob"), 0, 10)).hasSize(1);
        assertThat(log().read(AuditFilter.ALL.withKind("key.revoked"), 0, 10))
                .singleElement()
                .satisfies(row -> assertThat(row.entry().detail()).isEqualTo("{\"reason\":\"'\\\"\\\\\"}"));
        assertThat(log().read(AuditFilter.ALL.withFrom(NOW.plusNanos(1_000)), 0, 10))
                .hasSize(1);
        assertThat(log().read(AuditFilter.ALL.withUntil(NOW.plusSeconds(5)), 0, 10))
                .hasSize(1);
        assertThat(isIntact()).isTrue();
    }

    @Test
    void pruningKeepsAChainThatIsVerified() {
        for (int day = 0; day < 10; day++) {
            log().append(List.of(AuditEvent.of(NOW.plus(Duration.ofDays(day)), AuditKind.LOGIN_FAILED, "a", "b")));
        }
        Instant end = NOW.plus(Duration.ofDays(10));
        assertThat(log().prune(NOW.plus(Duration.ofDays(4)), end)).isEqualTo(4);
        assertThat(log().prune(NOW.plus(Duration.ofDays(4)), end)).isZero();
        assertThat(log().read(AuditFilter.ALL, 0, 100)).hasSize(7);
        assertThat(isIntact()).isTrue();
        assertThat(log().prune(end.plus(Duration.ofDays(1)), end)).isEqualTo(7);
        assertThat(log().read(AuditFilter.ALL, 0, 100)).hasSize(1);
        assertThat(isIntact()).isTrue();
    }
}
