package io.weir.metrics.subjects;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.memory.MemoryStore;
import io.weir.metrics.subjects.RecentDenials.Denial;
import io.weir.policy.rule.Subject;
import io.weir.store.Charge;
import io.weir.time.ManualTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RecentDenialsTest {

    private static final int MOST_OF_A_RULE = RecentDenials.SETS * RecentDenials.PLACES_OF_A_SET;

    private final ManualTime time = ManualTime.create();
    private final RecentDenials denials = new RecentDenials(time);
    private final Decision decision = decision();

    private static Decision decision() {
        List<Charge> two = List.of(Charge.of("key", Limit.parse("1/h"), 1));
        MemoryStore store = new MemoryStore(ManualTime.create());
        store.charge(two);
        return store.charge(two).toCompletableFuture().join().decisions().get(0);
    }

    private static Subject user(String name) {
        return new Subject("user", name);
    }

    private void denied(String rule, String user) {
        time.advance(Duration.ofMillis(1));
        denials.add(rule, user(user), decision);
    }

    @Test
    void aSubjectHasOneEntryThatCountsItsDenials() {
        long first = time.nowMicros() + 1_000;
        denied("users", "a");
        denied("users", "a");
        denied("users", "a");
        assertThat(denials.of(user("a")))
                .containsExactly(new Denial("users", user("a"), 3, first, first + 2_000, decision));
        time.advance(Duration.ofMinutes(11));
        denied("users", "a");
        assertThat(denials.of(user("a"))).extracting(Denial::times).containsExactly(1L);
        assertThat(denials.of(user("b"))).isEmpty();
    }

    @Test
    void aFloodOfFewSubjectsDisplacesNoQuietOneOfTheSameRule() {
        denied("login", "quiet");
        for (int i = 0; i < 20_000; i++) {
            denied("login", "loud" + i % 20);
        }
        assertThat(denials.of(user("quiet"))).hasSize(1);
    }

    @Test
    void aFloodOfManySubjectsDisplacesNothingOfAnotherRule() {
        denied("orders", "quiet");
        for (int i = 0; i < 20_000; i++) {
            denied("login", "address" + i);
        }
        assertThat(denials.of(user("quiet"))).extracting(Denial::rule).containsExactly("orders");
        assertThat(denials.newest(2)).extracting(Denial::rule).containsExactly("login", "orders");
        assertThat(denials.newest(Integer.MAX_VALUE)).hasSizeBetween(MOST_OF_A_RULE / 2, MOST_OF_A_RULE + 1);
    }

    @Test
    void manyRulesAndLongNamesAreBoundedToo() {
        for (int i = 0; i < 10 * RecentDenials.MOST_RULES; i++) {
            denied("rule" + i, "u");
        }
        assertThat(denials.newest(Integer.MAX_VALUE)).hasSize(RecentDenials.MOST_RULES);
        assertThat(denials.of(user("u")).get(0).rule()).isEqualTo("rule" + (10 * RecentDenials.MOST_RULES - 1));
        String longName = "x".repeat(100_000);
        denied("rule", longName);
        Denial kept = denials.of(user(longName)).get(0);
        assertThat(kept.subject().identifier()).hasSizeLessThan(300);
    }
}
