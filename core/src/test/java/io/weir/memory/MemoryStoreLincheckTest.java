package io.weir.memory;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import io.weir.limit.Limit;
import io.weir.limit.spi.State;
import io.weir.store.Charge;
import io.weir.time.ManualTime;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/**
 * Charges, charges on two keys and evictions, interleaved in every way, answer as if they had run one after the other.
 */
final class MemoryStoreLincheckTest {

    private static final Limit TWO = Limit.parse("2/min");

    @Param(name = "key", gen = IntGen.class, conf = "1:2")
    public static class Operations {

        private final ManualTime time = ManualTime.create();
        private final MemoryStore store;
        private final EvictionHand hand;

        public Operations() {
            this(false);
        }

        Operations(boolean forgetful) {
            CellTable cells = forgetful ? new ForgetfulCells(time) : new CellTable(time, CellTable.LEAST_BYTES);
            this.store = new MemoryStore(time, cells);
            this.hand = cells.newHand();
            chargeBoth();
            time.advance(TWO.rate().period());
        }

        @Operation
        public boolean charge(@Param(name = "key") int key) {
            return store.chargeNow(Charge.of("key" + key, TWO)).allowed();
        }

        @Operation
        public boolean chargeBoth() {
            return store.charge(List.of(Charge.of("key2", TWO), Charge.of("key1", TWO)))
                    .toCompletableFuture()
                    .join()
                    .allowed();
        }

        @Operation
        public void evictIdle() {
            hand.sweep(time.nowMicros());
        }
    }

    /** The planted fault: evicts by plain removal, so a charge may go to a cell that the table has lost. */
    private static final class ForgetfulCells extends CellTable {
        ForgetfulCells(ManualTime time) {
            super(time, LEAST_BYTES);
        }

        @Override
        boolean kill(ConcurrentHashMap<Object, CounterCell> table, Object key, CounterCell cell, State seen) {
            return table.remove(key, cell);
        }
    }

    public static class ForgetfulOperations extends Operations {
        public ForgetfulOperations() {
            super(true);
        }
    }

    @Test
    void isLinearizableUnderStress() {
        stress().check(Operations.class);
    }

    @Test
    void isLinearizableInEveryModelledInterleaving() {
        modelChecking().check(Operations.class);
    }

    /** Ends with the first fault that it finds, so the many iterations are only an upper bound. */
    @Test
    void aPlantedFaultIsCaught() {
        StressOptions patient = stress().iterations(300).minimizeFailedScenario(false);
        assertThatThrownBy(() -> patient.check(ForgetfulOperations.class))
                .isInstanceOf(LincheckAssertionError.class)
                .hasMessageContaining("Invalid execution results");
    }

    /** Without actors before and after, which would use up the small limits. */
    private static ModelCheckingOptions modelChecking() {
        return new ModelCheckingOptions()
                .iterations(3)
                .invocationsPerIteration(100)
                .threads(2)
                .actorsPerThread(3)
                .actorsBefore(0)
                .actorsAfter(0)
                .addGuarantee(forClasses(MemoryStoreLincheckTest::isOfTheJdk)
                        .allMethods()
                        .treatAsAtomic());
    }

    /** Interleavings are searched in our code only; the collections of the JDK are trusted. */
    private static boolean isOfTheJdk(String className) {
        return className.startsWith("java.util.");
    }

    private static StressOptions stress() {
        return new StressOptions()
                .iterations(8)
                .invocationsPerIteration(2_000)
                .threads(3)
                .actorsPerThread(3)
                .actorsBefore(0)
                .actorsAfter(0);
    }
}
