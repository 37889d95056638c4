package io.weir.failure;

import io.weir.limit.Decision;
import io.weir.memory.MemoryStore;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Store;
import io.weir.store.spi.ForwardingStore;
import io.weir.testkit.StoreContract;
import io.weir.time.ManualTime;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Without the shared store, counters in memory keep the whole contract of a store. */
final class DegradedStoreTest extends StoreContract {

    @Override
    protected Store create(ManualTime time) {
        return new FallbackStore(new Gone(time), new MemoryStore(time), 1, time, time);
    }

    @Override
    public int oracleSteps() {
        return 20_000;
    }

    /** A shared store that counts nothing, but reports that it has forgotten a counter. */
    private static final class Gone extends ForwardingStore {

        private Gone(ManualTime time) {
            super(new MemoryStore(time));
        }

        @Override
        public CompletionStage<Answer> charge(List<Charge> charges) {
            return gone();
        }

        @Override
        public CompletionStage<List<Decision>> peek(List<Charge> charges) {
            return gone();
        }

        private static <T> CompletionStage<T> gone() {
            return CompletableFuture.failedStage(new IllegalStateException("gone"));
        }
    }
}
