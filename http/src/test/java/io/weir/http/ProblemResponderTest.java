package io.weir.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Limit;
import io.weir.memory.MemoryStore;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.Verdict;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Receipt;
import io.weir.store.spi.ForwardingStore;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

final class ProblemResponderTest {

    @Test
    void aDenialWithoutARuleIsA429() {
        Gate gate = new Gate(Policy.of(Rule.of("orders", Limit.parse("5/s"))), new DenyingStore());
        Verdict verdict = gate.checkNow(Request.of("GET", "/"));
        assertThat(verdict.decidedBy()).isEmpty();

        Refusal reply = Responder.of(HeaderStyle.USUAL).denied(verdict);

        assertThat(reply.status()).isEqualTo(429);
        assertThat(reply.headers()).containsEntry("Retry-After", "1");
        assertThat(reply.body())
                .contains("\"detail\":\"the rate limiter allows no more for now; try again in 1 s\"")
                .doesNotContain("\"rule\"");
    }

    /** A store that denies every call, although each charge would fit. */
    private static final class DenyingStore extends ForwardingStore {

        private DenyingStore() {
            super(new MemoryStore());
        }

        @Override
        public CompletionStage<Answer> charge(List<Charge> charges) {
            return peek(charges).thenApply(decisions -> new Answer(false, decisions, Receipt.EMPTY));
        }
    }
}
