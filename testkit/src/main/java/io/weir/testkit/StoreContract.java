package io.weir.testkit;

import io.weir.store.Store;
import io.weir.time.ManualTime;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * The contract of every store, for every algorithm and every effect, on virtual time. Extend it and create
 * your store:
 *
 * <pre>
 *   final class MemoryStoreTest extends StoreContract {
 *       protected Store create(ManualTime time) {
 *           return new MemoryStore(time);
 *       }
 *   }
 * </pre>
 */
public abstract class StoreContract
        implements AdmissionContract,
                EffectContract,
                GiveBackContract,
                RetryContract,
                ClockContract,
                ChangedNumbersContract,
                ConcurrencyContract,
                OracleContract,
                ExamplesContract {

    private final ManualTime time = ManualTime.create();
    private @Nullable Store store;

    /** Creates an empty store with this clock. */
    protected abstract Store create(ManualTime time);

    @BeforeEach
    void open() {
        store = create(time);
    }

    @AfterEach
    void close() {
        store().close();
    }

    @Override
    public final Store store() {
        if (store == null) {
            throw new IllegalStateException("There is a store only while a test runs");
        }
        return store;
    }

    @Override
    public final ManualTime time() {
        return time;
    }
}
