package io.weir.redis;

import io.weir.store.Store;
import io.weir.testkit.StoreContract;
import io.weir.time.ManualTime;
import org.junit.jupiter.api.extension.RegisterExtension;

final class RedisStoreTest extends StoreContract {

    @RegisterExtension
    static final SharedStore SHARED = SharedStore.onServer();

    @Override
    protected Store create(ManualTime time) {
        return SHARED.emptied(time);
    }

    /** {@code -Dweir.oracle.steps=…} runs more steps. */
    @Override
    public int oracleSteps() {
        return Integer.getInteger("weir.oracle.steps", 10_000);
    }
}
