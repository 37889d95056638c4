package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.failure.SafeStore;
import io.weir.failure.Safeguards;
import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.store.Charge;
import io.weir.testkit.SteadyOverload;
import io.weir.testkit.fault.Fault;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * During every fault of Redis, calls are still decided within their bound, and everything is as before when the fault
 * is over.
 */
final class FaultsTest {

    private static final Limit LIMIT = Limit.parse("100/s burst 50");
    private static final List<String> KEYS = List.of("a", "b", "c");
    private static final int THREADS = 4;
    private static final int SOME = 200;

    /** The deadline is 50 ms; the rest is for a machine with other load. */
    private static final Duration LONGEST = Duration.ofSeconds(5);

    @ParameterizedTest
    @EnumSource
    void everyCallIsDecided(Fault fault) {
        try (Fault.Victim victim = new Fault.Victim()) {
            try (SafeStore store = Safeguards.defaults().around(RedisStore.connect(victim.uri()));
                    SteadyOverload siege = SteadyOverload.begin(store, LIMIT, KEYS, THREADS)) {
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
                assertThat(siege.takeLongest()).as("the longest call").isLessThan(LONGEST);
                Wait.until("no call waits", () -> store.waiting() == 0);
            }
            Wait.until("no connection is left", () -> victim.way().connections() == 0);
        }
        Wait.until("no thread is left", () -> Outage.threads().findAny().isEmpty());
    }

    @Test
    void anApplicationStartsWhenTheNameOfItsRedisIsUnknown() {
        try (SafeStore store = Safeguards.defaults().around(RedisStore.connect("redis://nowhere.invalid"))) {
            Decision decision = store.chargeNow(Charge.of("key", LIMIT));
            assertThat(decision.allowed()).isTrue();
            assertThat(decision.degraded()).isTrue();
        }
        Wait.until("no thread is left", () -> Outage.threads().findAny().isEmpty());
    }

    @Test
    void aRedisThatFailsRepeatedlyGrantsNoFreshPermits() {
        try (Fault.Victim victim = new Fault.Victim();
                SafeStore store = Safeguards.defaults().around(RedisStore.connect(victim.uri()));
                SteadyOverload siege = SteadyOverload.begin(store, LIMIT, KEYS, THREADS)) {
            for (int i = 0; i < 5; i++) {
                awaitNormal(siege);
                victim.strike(Fault.REFUSING);
                awaitDegraded(siege);
                victim.heal(Fault.REFUSING);
            }
            siege.endWithin(0);
        }
    }

    static void awaitDecisions(SteadyOverload siege) {
        long before = siege.decisions();
        Wait.until("calls are decided", () -> siege.decisions() > before + SOME);
    }

    static void awaitDegraded(SteadyOverload siege) {
        long before = siege.degraded();
        Wait.until("calls are decided without Redis", () -> siege.degraded() > before + SOME);
    }

    /** Waits until several calls in a row were decided by Redis. */
    static void awaitNormal(SteadyOverload siege) {
        Wait.until("calls are decided by Redis", () -> {
            long degraded = siege.degraded();
            long before = siege.decisions();
            Wait.until("calls are decided", () -> siege.decisions() > before + SOME);
            return siege.degraded() == degraded;
        });
    }
}
