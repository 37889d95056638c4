package io.weir.guard.key.verify;

import io.weir.guard.Repeated;
import io.weir.guard.key.ApiKey;
import io.weir.guard.key.KeySecret;
import io.weir.guard.key.KeyState;
import io.weir.guard.key.spi.KeyShelf;
import io.weir.guard.key.spi.SecretHash;
import io.weir.guard.key.spi.SecretHasher;
import io.weir.guard.key.spi.StoredSecret;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Verifies keys from memory. It holds all keys, asks the database every second for those that changed, and goes on with what
 * it knows while the database is away. Unknown keys never reach the database. Thread-safe.
 */
public final class ApiKeyRegistry implements AutoCloseable {

    private static final Duration POLLED_EVERY = Duration.ofSeconds(1);
    private static final Duration USES_WRITTEN_EVERY = Duration.ofMinutes(1);
    private static final int LONGEST_KEY = 256;
    private static final int SHORTEST_FOREIGN_KEY = 16;

    private final RegistryConfig config;
    private final SecretHasher hasher;
    private final KeyFeed feed;
    private final KeyUses uses;
    private final OldHashes oldHashes;
    private final VerificationCounts counts = new VerificationCounts();
    private final Repeated polls;
    private final Repeated useWrites;

    private ApiKeyRegistry(KeyShelf shelf, RegistryConfig config) {
        this.config = config;
        this.hasher = new SecretHasher(config.pepper());
        this.feed = new KeyFeed(shelf, config);
        this.uses = new KeyUses(shelf);
        this.oldHashes = new OldHashes(shelf);
        feed.start();
        this.polls = Repeated.every(POLLED_EVERY, config.scheduler(), feed::poll);
        this.useWrites = Repeated.every(USES_WRITTEN_EVERY, config.scheduler(), this::writeUses);
    }

    /**
     * Reads all keys and follows their changes. If the database is away, the keys of the snapshot are used; without one, keys
     * are refused as {@link KeyCode#UNAVAILABLE} until the database is there.
     */
    public static ApiKeyRegistry start(KeyShelf shelf, RegistryConfig config) {
        return new ApiKeyRegistry(shelf, config);
    }

    /** Returns the key of a secret, if it is valid. */
    public Optional<ApiKey> find(String secret) {
        return verify(KeyCheck.of(secret)).key();
    }

    /** Decides from memory, and counts the use of a valid key. */
    public KeyVerification verify(KeyCheck check) {
        KeyVerification found = look(check);
        counts.add(found.code());
        return found;
    }

    private KeyVerification look(KeyCheck check) {
        KeyTable table = feed.table();
        if (!isWorthHashing(check.presented(), table)) {
            return KeyVerification.MALFORMED;
        }
        if (!feed.isFresh()) {
            return KeyVerification.UNAVAILABLE;
        }
        byte[] digest = SecretHasher.digest(KeySecret.of(check.presented()));
        for (int age = 0; age < hasher.versions(); age++) {
            SecretHash hash = hasher.hash(digest, age);
            KeyEntry entry = table.find(hash);
            StoredSecret secret = entry == null ? null : entry.secret(hash);
            if (entry != null && secret != null) {
                if (age > 0) {
                    oldHashes.add(entry.stored().id(), hash, hasher.hash(digest));
                }
                return decide(check, entry, secret);
            }
        }
        return KeyVerification.UNKNOWN;
    }

    private boolean isWorthHashing(String presented, KeyTable table) {
        if (presented.length() > LONGEST_KEY) {
            return false;
        }
        if (config.format().claims(presented)) {
            return config.format().isWellFormed(presented);
        }
        return table.hasForeignKeys()
                && presented.length() >= SHORTEST_FOREIGN_KEY
                && presented.chars().allMatch(c -> c > ' ' && c <= '~');
    }

    /** Looks at everything before it chooses what to tell. */
    private KeyVerification decide(KeyCheck check, KeyEntry entry, StoredSecret secret) {
        Instant now = config.now();
        ApiKey key = entry.stored().key();
        KeyState state = key.stateAt(now);
        boolean rotatedOut = secret.isOverAt(now);
        boolean inNetwork = key.terms().reach().networks().isEmpty()
                || check.from().map(key.terms()::mayComeFrom).orElse(false);
        boolean hasScopes = key.terms().hasScopes(check.scopes());
        KeyCode code = code(state, rotatedOut);
        if (code == KeyCode.VALID) {
            code = !inNetwork ? KeyCode.WRONG_NETWORK : hasScopes ? KeyCode.VALID : KeyCode.INSUFFICIENT_SCOPE;
        }
        if (code == KeyCode.VALID) {
            uses.add(entry, now);
        }
        return KeyVerification.of(code, key);
    }

    private static KeyCode code(KeyState state, boolean rotatedOut) {
        return switch (state) {
            case REVOKED -> KeyCode.REVOKED;
            case EXPIRED -> KeyCode.EXPIRED;
            case DISABLED -> rotatedOut ? KeyCode.EXPIRED : KeyCode.DISABLED;
            case ACTIVE -> rotatedOut ? KeyCode.EXPIRED : KeyCode.VALID;
        };
    }

    /** Reads changes at once, so that one made here is in force here when this method returns. */
    public void refresh() {
        feed.poll();
    }

    /** Returns how many verifications had this result, since the start of this process. */
    public long verified(KeyCode code) {
        return counts.of(code);
    }

    public RegistryStatus status() {
        return feed.status();
    }

    private void writeUses() {
        if (feed.status().databaseUp()) {
            feed.whileReachable(() -> {
                uses.write();
                oldHashes.write();
            });
        }
    }

    /** Writes the uses that are still in memory, and the snapshot. */
    @Override
    public void close() {
        polls.close();
        useWrites.close();
        writeUses();
        feed.close();
    }
}
