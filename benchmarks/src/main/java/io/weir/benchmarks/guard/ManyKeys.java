package io.weir.benchmarks.guard;

import io.weir.blackbox.PostgresServer;
import io.weir.guard.BackgroundThread;
import io.weir.guard.jdbc.GuardDatabase;
import io.weir.guard.key.verify.ApiKeyRegistry;
import io.weir.guard.key.verify.RegistryConfig;
import io.weir.guard.secret.Pepper;
import io.weir.time.TimeSource;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.Statement;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A million keys in a real PostgreSQL on this machine, and a registry that loads them.
 *
 * @param seconds from the start of the registry until all keys can be verified
 * @param bytesPerKey the heap that a key takes, with its secret's hash and its terms
 */
record ManyKeys(double seconds, double bytesPerKey) {

    static final int KEYS = 1_000_000;

    /** Each of 10,000 owners has a hundred keys. The hashes fit no secret. */
    private static final String FILL = """
            insert into weir_api_key (id, name, owner, tier, scopes, networks, counters, environment, created_at, created_by,
                expires_at, uses, change_no)
              select 'key_' || lpad(i::text, 16, '0'), 'key ' || i, 'owner ' || i / 100, 'premium', ' orders:read ', '', '',
                'live', now(), 'benchmark', now() + interval '1 year', 0, i
              from generate_series(1, %1$d) i;
            insert into weir_api_key_secret (hash, key_id, place, hint, created_at)
              select 'v1:' || md5('a' || i) || md5('b' || i), 'key_' || lpad(i::text, 16, '0'), 0,
                'weir_live_' || left(md5('c' || i), 4) || '…' || left(md5('d' || i), 4), now()
              from generate_series(1, %1$d) i;
            update weir_guard_state set change_no = %1$d;
            analyze""";

    static ManyKeys measure() throws Exception {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(PostgresServer.shared().newDatabase());
        source.setUser("postgres");
        Pepper pepper = Pepper.parse("11".repeat(32));
        GuardDatabase database = GuardDatabase.open(source, pepper, "benchmark");
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(FILL.formatted(KEYS));
        }
        long before = usedBytes();
        long start = System.nanoTime();
        try (BackgroundThread thread = BackgroundThread.named("weir-keys");
                ApiKeyRegistry registry =
                        ApiKeyRegistry.start(database.keys(), RegistryConfig.of(pepper, TimeSource.system(), thread))) {
            double seconds = (System.nanoTime() - start) / 1e9;
            if (registry.status().keys() != KEYS) {
                throw new IllegalStateException("loaded are " + registry.status());
            }
            // The registry stays reachable, as it is closed only after this.
            return new ManyKeys(seconds, (double) (usedBytes() - before) / KEYS);
        }
    }

    private static long usedBytes() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
