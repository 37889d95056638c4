package io.weir.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.limit.Limit;
import io.weir.memory.MemoryStore;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.spi.ForwardingStore;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

final class GateTest {

    private static final Policy ONE_A_DAY = Policy.of(Rule.of("daily", Limit.parse("1/day")));
    private static final Request REQUEST = Request.of("GET", "/orders");

    @Test
    void checksAndWaits() {
        Gate gate = new Gate(ONE_A_DAY, new ForwardingStore(new MemoryStore()) {
            @Override
            public CompletionStage<Answer> charge(List<Charge> charges) {
                return CompletableFuture.supplyAsync(() -> store().chargeNow(charges));
            }
        });
        assertThat(gate.checkNow(REQUEST).allowed()).isTrue();
        assertThat(gate.checkNow(REQUEST).allowed()).isFalse();
    }

    @Test
    void failsAsTheStoreDoesWhenItWaits() {
        Gate gate = new Gate(ONE_A_DAY, new ForwardingStore(new MemoryStore()) {
            @Override
            public CompletionStage<Answer> charge(List<Charge> charges) {
                return CompletableFuture.failedStage(new IllegalStateException("the store is gone"));
            }
        });
        assertThatThrownBy(() -> gate.checkNow(REQUEST))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the store is gone");
    }

    @Test
    void rejectsWaitingOnThreadsWhereTheStoreRejectsIt() {
        MemoryStore memory = new MemoryStore();
        Gate gate = new Gate(ONE_A_DAY, new ForwardingStore(memory) {
            @Override
            public void refuseToWaitHere() {
                throw new IllegalStateException("this thread brings the answers");
            }
        });
        assertThatThrownBy(() -> gate.checkNow(REQUEST)).hasMessage("this thread brings the answers");
        assertThat(new Gate(ONE_A_DAY, memory).checkNow(REQUEST).allowed())
                .as("nothing was charged before")
                .isTrue();
    }
}
