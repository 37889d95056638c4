package io.weir.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Algorithm;
import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.memory.MemoryStore;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Scope;
import io.weir.store.Store;
import io.weir.store.spi.ForwardingStore;
import io.weir.testkit.SameAdmission;
import io.weir.testkit.schedule.Schedule;
import io.weir.time.ManualTime;
import io.weir.time.TimeSource;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Stores that decide in parts, or from remembered denials, allow exactly as much as the oracle. */
final class SplitAndRememberedTest {

    private static final int STEPS = 30_000;

    private static List<Limit> limits(Algorithm algorithm) {
        return Stream.of("10/min", "7/s", "100/s", "13/h", "40/s")
                .map(rate -> algorithm.limit(Rate.parse(rate)))
                .toList();
    }

    private static Schedule schedule(Algorithm algorithm) {
        return Schedule.of(Long.getLong("weir.seed", 1), limits(algorithm));
    }

    /** The clock of the shared store may run a little faster or slower than the local one. */
    @ParameterizedTest
    @EnumSource
    void cachedDenialsDenyNothingThatWouldBeAllowed(Algorithm algorithm) {
        for (long partsPerMillion : new long[] {0, 900, -900}) {
            Schedule schedule = schedule(algorithm);
            ManualTime time = ManualTime.at(schedule.start());
            long start = time.nowMicros();
            TimeSource skewed = () -> {
                long passed = time.nowMicros() - start;
                return start
                        + passed
                        + passed / 1_000_000 * partsPerMillion
                        + passed % 1_000_000 * partsPerMillion / 1_000_000;
            };
            DenyCacheStore store = new DenyCacheStore(new MemoryStore(skewed), 1_000, time);
            new SameAdmission(store, time, skewed).play(schedule, STEPS);
            assertThat(store.repeated())
                    .as("rare, but often enough to show a fault")
                    .isGreaterThan(10);
        }
    }

    /** A leaky bucket takes back only the last turn, because later turns were promised. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "LEAKY_BUCKET")
    void callsDecidedInTwoStoresTakeAllOrNothing(Algorithm algorithm) {
        Schedule schedule = schedule(algorithm);
        ManualTime time = ManualTime.at(schedule.start());
        Store store = new Scoped(new NodeScopedStore(new MemoryStore(time), new MemoryStore(time)));
        new SameAdmission(store, time, time).play(schedule, STEPS);
    }

    /** Gives every charge on one of the keys the scope NODE. */
    private static final class Scoped extends ForwardingStore {

        private Scoped(Store store) {
            super(store);
        }

        private static Charge scoped(Charge charge) {
            return charge.key().equals("a") ? charge.withScope(Scope.NODE) : charge;
        }

        private static List<Charge> scoped(List<Charge> charges) {
            return charges.stream().map(Scoped::scoped).toList();
        }

        @Override
        public CompletionStage<Answer> charge(List<Charge> charges) {
            return super.charge(scoped(charges));
        }

        @Override
        public CompletionStage<List<Decision>> peek(List<Charge> charges) {
            return super.peek(scoped(charges));
        }

        @Override
        public CompletionStage<Void> forget(Charge charge) {
            return super.forget(scoped(charge));
        }
    }
}
