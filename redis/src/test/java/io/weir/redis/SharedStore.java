package io.weir.redis;

import io.weir.store.Store;
import io.weir.testkit.redis.RedisServer;
import io.weir.time.ManualTime;
import java.util.List;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A store that all tests of a class share, because opening hundreds of connections takes longer than everything else.
 * Each test gets it empty and with its own clock.
 */
final class SharedStore implements AfterAllCallback {

    private final List<RedisServer> masters;
    private final RedisStore store;
    private final Runnable stopServers;
    private volatile ManualTime current = ManualTime.create();

    private SharedStore(String uri, List<RedisServer> masters, Runnable stopServers) {
        this.masters = masters;
        this.stopServers = stopServers;
        masters.forEach(TestStore::loadScripts);
        this.store = TestStore.on(uri, () -> current.nowMicros());
    }

    static SharedStore onServer() {
        RedisServer redis = RedisServer.start();
        return new SharedStore(redis.uri(), List.of(redis), redis::close);
    }

    static SharedStore onCluster() {
        String uri = Clusters.uri(Clusters.shared()) + "?timeout=30s";
        return new SharedStore(uri, Clusters.shared().nodes().subList(0, 3), () -> {});
    }

    Store emptied(ManualTime time) {
        masters.forEach(master -> master.command("FLUSHALL"));
        current = time;
        return new OpenStore(store);
    }

    @Override
    public void afterAll(ExtensionContext tests) {
        store.close();
        stopServers.run();
    }
}
