package io.weir.redis;

import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import io.weir.memory.MemoryStore;
import io.weir.store.Store;
import io.weir.testkit.StoreContract;
import io.weir.testkit.schedule.Schedule;
import io.weir.time.ManualTime;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract on a Cluster, where almost every call of several charges has several slots. */
final class ClusterStoreTest extends StoreContract {

    @RegisterExtension
    static final SharedStore SHARED = SharedStore.onCluster();

    @Override
    protected Store create(ManualTime time) {
        return SHARED.emptied(time);
    }

    /**
     * A turn of a leaky bucket that a denied call took is not given back if another call has got a later turn
     * meanwhile, because that turn was promised.
     */
    @Override
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "LEAKY_BUCKET")
    public void overlappingSetsOfKeysAreChargedForAllowedCallsOnly(Algorithm algorithm) {
        super.overlappingSetsOfKeysAreChargedForAllowedCallsOnly(algorithm);
    }

    /**
     * With fresh counters whenever the clock is set back: permits that a denied call took and gave back at a later time
     * cannot be distinguished from later charges. Without leaky buckets, for the reason above.
     * {@code -Dweir.oracle.steps=…} runs more steps.
     */
    @Override
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "LEAKY_BUCKET")
    public void answersLikeTheOracle(Algorithm algorithm) {
        List<Limit> limits = RATES.stream()
                .filter(rate -> rate.permits() <= algorithm.mostPermits())
                .map(algorithm::limit)
                .toList();
        Schedule schedule = Schedule.of(Long.getLong("weir.seed", 1), limits);
        try (MemoryStore memory = new MemoryStore(time())) {
            new TwoStores(memory, store(), time())
                    .playForwards(schedule, Integer.getInteger("weir.oracle.steps", 3_000));
        }
    }
}
