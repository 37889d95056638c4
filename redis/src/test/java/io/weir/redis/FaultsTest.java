package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.failure.SafeStore;
import io.weir.failure.Safeguards;
import io.weir.limit.Limit;
import io.weir.testkit.Siege;
import io.weir.testkit.redis.Fault;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever happens to Redis, calls go on being decided, within their bound, and all is as before when it is over. */
final class FaultsTest {

    private static final Limit LIMIT = Limit.parse("100/s burst 50");
    private static final List<String> KEYS = List.of("a", "b", "c");
    private static final int THREADS = 4;
    private static final int SOME = 200;

    @ParameterizedTest
    @EnumSource
    void everyCallIsDecided(Fault fault) {
        try (Fault.Victim victim = new Fault.Victim()) {
            try (SafeStore store = Safeguards.defaults().around(RedisStore.connect(victim.uri()));
                    Siege siege = Siege.begin(store, LIMIT, KEYS, THREADS)) {
                awaitNormal(siege);
                victim.strike(fault);
                if (fault.isMomentary()) {
                    awaitDecisions(siege);
                } else {
                    awaitDegraded(siege);
                }
                victim.heal(fault);
                awaitNormal(siege);
                assertThat(store.isDegraded()).isFalse();
                siege.endWithin(fault.losesCounters() ? 1 : 0);
                Wait.until("nothing waits any more", () -> store.waiting() == 0);
            }
            Wait.until("no connection is left", () -> victim.way().connections() == 0);
        }
        Wait.until("no thread is left", () -> Outage.threads().findAny().isEmpty());
    }

    @Test
    void aRedisThatComesAndGoesGrantsNothingAnew() {
        try (Fault.Victim victim = new Fault.Victim();
                SafeStore store = Safeguards.defaults().around(RedisStore.connect(victim.uri()));
                Siege siege = Siege.begin(store, LIMIT, KEYS, THREADS)) {
            for (int i = 0; i < 5; i++) {
                awaitNormal(siege);
                victim.strike(Fault.REFUSING);
                awaitDegraded(siege);
                victim.heal(Fault.REFUSING);
            }
            siege.endWithin(0);
        }
    }

    static void awaitDecisions(Siege siege) {
        long before = siege.decisions();
        Wait.until("calls are decided", () -> siege.decisions() > before + SOME);
    }

    static void awaitDegraded(Siege siege) {
        long before = siege.degraded();
        Wait.until("calls are decided without Redis", () -> siege.degraded() > before + SOME);
    }

    /** Some calls in a row were decided by Redis. */
    static void awaitNormal(Siege siege) {
        Wait.until("calls are decided by Redis", () -> {
            long degraded = siege.degraded();
            long before = siege.decisions();
            Wait.until("calls are decided", () -> siege.decisions() > before + SOME);
            return siege.degraded() == degraded;
        });
    }
}
