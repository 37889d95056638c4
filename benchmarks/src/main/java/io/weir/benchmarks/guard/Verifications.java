package io.weir.benchmarks.guard;

import io.weir.guard.audit.AuditChain;
import io.weir.guard.key.KeyTerms;
import io.weir.guard.key.admin.AdministrationConfig;
import io.weir.guard.key.admin.ChangeOrigin;
import io.weir.guard.key.admin.ImportedKey;
import io.weir.guard.key.admin.KeyAdministration;
import io.weir.guard.key.admin.KeyDraft;
import io.weir.guard.key.verify.ApiKeyRegistry;
import io.weir.guard.key.verify.KeyCheck;
import io.weir.guard.key.verify.KeyCode;
import io.weir.guard.key.verify.RegistryConfig;
import io.weir.guard.memory.MemoryAuditLog;
import io.weir.guard.memory.MemoryShelf;
import io.weir.guard.secret.Pepper;
import io.weir.time.ManualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** One thread verifies keys of which a registry holds ten thousand. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH sets the parameters and calls the set-up.
public class Verifications {

    private static final int KEYS = 10_000;

    /** The presented keys. */
    public enum Presented {
        VALID,
        UNKNOWN,
        MISTYPED
    }

    @Param
    public Presented presented;

    private final KeyCheck[] checks = new KeyCheck[KEYS];
    private ApiKeyRegistry registry;
    private int next;

    @Setup
    public void prepare() {
        Pepper pepper = Pepper.parse("11".repeat(32));
        ManualTime time = ManualTime.create();
        MemoryShelf shelf = new MemoryShelf(new MemoryAuditLog(new AuditChain(pepper), "benchmark"));
        registry = ApiKeyRegistry.start(shelf, RegistryConfig.of(pepper, time, time));
        List<String> secrets = KeySecrets.random(new Random(1), 2 * KEYS);
        List<ImportedKey> known = new ArrayList<>();
        for (int i = 0; i < KEYS; i++) {
            known.add(ImportedKey.ofSecret(KeyDraft.of(KeyTerms.of("key " + i, "acme")), secrets.get(i)));
        }
        new KeyAdministration(shelf, registry, AdministrationConfig.of(pepper, time))
                .importAll(known, ChangeOrigin.of("benchmark"));
        for (int i = 0; i < KEYS; i++) {
            checks[i] = KeyCheck.of(
                    switch (presented) {
                        case VALID -> secrets.get(i);
                        case UNKNOWN -> secrets.get(KEYS + i);
                        case MISTYPED -> secrets.get(i).substring(1) + "x";
                    });
        }
    }

    @Benchmark
    public KeyCode verify() {
        return registry.verify(checks[next++ % KEYS]).code();
    }
}
