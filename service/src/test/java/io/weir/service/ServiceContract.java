package io.weir.service;

import io.weir.blackbox.Calls;
import io.weir.failure.Safeguards;
import io.weir.service.access.Access;
import io.weir.testkit.redis.RedisServer;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;

/** Facts about a service that hold on every store. All tests of a class share one service. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ServiceContract {

    final WeirService service;
    final Calls calls;

    ServiceContract(StoreSettings store) {
        this.service = WeirService.start(
                new ServiceSettings(0, "127.0.0.1", new Access(Calls.ADMIN, Optional.empty())).withStore(store));
        this.calls = new Calls(service.port());
    }

    /** Returns settings of a Redis whose deadlines even a slow machine meets. */
    static StoreSettings withoutTimeouts(RedisServer redis) {
        return new StoreSettings(
                Optional.of(redis.uri() + "?timeout=30s"), Safeguards.defaults().withDeadline(Duration.ofSeconds(30)));
    }

    @AfterAll
    void stop() {
        service.close();
    }
}
