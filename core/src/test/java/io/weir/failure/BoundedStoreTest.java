package io.weir.failure;

import static io.weir.failure.Calls.assertFailed;
import static io.weir.failure.Calls.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.failure.ShakyStore.Mood;
import io.weir.limit.Limit;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.spi.ForwardingStore;
import io.weir.time.ManualTime;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

final class BoundedStoreTest {

    private static final List<Charge> CALL = List.of(Charge.of("key", Limit.parse("10/min")));

    private final ShakyStore shaky = new ShakyStore(ManualTime.create());
    private final BoundedStore store = new BoundedStore(shaky, 2);

    @Test
    void failsAtOnceWhatWouldBeOneTooMany() {
        shaky.become(Mood.HANGING);
        CompletionStage<Answer> first = store.charge(CALL);
        CompletionStage<Void> second = store.forget(CALL.get(0));
        assertFailed(store.charge(CALL))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessage("2 calls wait for the store already");
        assertThat(shaky.asked()).isEqualTo(2);
        assertThat(store.waiting()).isEqualTo(2);

        shaky.answerAll();
        assertThat(result(first).allowed()).isTrue();
        assertThat(second.toCompletableFuture()).isDone();
        assertThat(store.waiting()).isZero();
    }

    @Test
    void whatFailsMakesRoomAsWell() {
        shaky.become(Mood.FAILING);
        for (int i = 0; i < 5; i++) {
            assertFailed(store.charge(CALL)).hasMessage("connection lost");
        }
        BoundedStore throwing = new BoundedStore(
                new ForwardingStore(shaky) {
                    @Override
                    public CompletionStage<Answer> charge(List<Charge> charges) {
                        throw new IllegalArgumentException("too many charges");
                    }
                },
                1);
        assertThatThrownBy(() -> throwing.charge(CALL)).hasMessage("too many charges");
        assertThat(throwing.waiting()).isZero();
    }

    @Test
    void refusesABoundThatLetsNobodyIn() {
        assertThatThrownBy(() -> new BoundedStore(shaky, 0)).hasMessage("mostWaiting must be at least 1, but was 0");
    }
}
