package io.weir.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.memory.MemoryStore;
import io.weir.store.Charge.Counter;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ChargeTest {

    private static final Limit LIMIT = Limit.parse("100/min burst 150");

    @Test
    void equalLimitsShareTheCountersOfAKey() {
        Limit equal = Limit.tokenBucket(Rate.perMinute(100)).withCapacity(150);
        assertThat(Charge.of("key", LIMIT).counter())
                .isEqualTo(Charge.of("key", equal, 7).counter())
                .isNotEqualTo(Charge.of("key", Limit.parse("100/min")).counter())
                .isNotEqualTo(Charge.of("key", Limit.parse("100/h burst 150")).counter());
    }

    @Test
    void aChargeKeepsItsCounterWhenItsNumbersChange() {
        Charge charge = Charge.of("key", LIMIT);
        assertThat(charge.withLimit(Limit.parse("1/s"), 1).counter()).isEqualTo(charge.counter());
    }

    @Test
    void countersAreOrderedSoThatHashCollisionsStayCheap() {
        Counter one = new Counter(Algorithm.TOKEN_BUCKET, "Aa", "limit:1/s");
        Counter sameHash = new Counter(Algorithm.TOKEN_BUCKET, "BB", "limit:1/s");
        Counter otherRule = new Counter(Algorithm.TOKEN_BUCKET, "Aa", "limit:2/s");
        Counter otherAlgorithm = new Counter(Algorithm.FIXED_WINDOW, "Aa", "limit:1/s");
        assertThat(one).hasSameHashCodeAs(sameHash);
        assertThat(List.of(sameHash, otherRule, otherAlgorithm)).allMatch(other -> one.compareTo(other) < 0);
        assertThat(one).isEqualByComparingTo(new Counter(Algorithm.TOKEN_BUCKET, "Aa", "limit:1/s"));
    }

    @Test
    void aReceiptShowsTheNumberOfChargesAndNoKeys() {
        MemoryStore store = new MemoryStore();
        Answer answer = store.chargeNow(List.of(Charge.of("user:42", LIMIT), Charge.of("tenant:acme", LIMIT)));
        assertThat(answer).asString().contains("receipt=Receipt[charges=2]").doesNotContain("user:42");
        store.giveBack(answer.receipt());
        assertThat(answer.receipt()).hasToString("Receipt[redeemed]");
    }
}
