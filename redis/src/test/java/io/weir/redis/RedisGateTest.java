package io.weir.redis;

import io.weir.store.Store;
import io.weir.testkit.gate.GateContract;
import io.weir.time.ManualTime;
import org.junit.jupiter.api.extension.RegisterExtension;

final class RedisGateTest extends GateContract {

    @RegisterExtension
    static final SharedStore SHARED = SharedStore.onServer();

    @Override
    protected Store create(ManualTime time) {
        return SHARED.emptied(time);
    }
}
