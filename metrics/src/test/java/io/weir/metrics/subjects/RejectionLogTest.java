package io.weir.metrics.subjects;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Limit;
import io.weir.memory.MemoryStore;
import io.weir.metrics.subjects.RejectionLog.Rejection;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Dimension.Kind;
import io.weir.policy.rule.Match;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RejectionLogTest {

    private final ManualTime time = ManualTime.create();
    private final List<Rejection> logged = new ArrayList<>();
    private final Gate gate = new Gate(
            Policy.of(
                    Rule.of("users", Limit.parse("1/h")).per(CountBy.of(Kind.USER)),
                    Rule.of("orders", Limit.parse("1 per 2h")).matching(Match.path("/orders")),
                    Rule.of("watched", Limit.parse("1/h")).withMode(Mode.SHADOW)),
            new MemoryStore(time),
            new RejectionLog(SubjectNames.HASHED, logged::add, time));

    private void check(String path, String user, int times) {
        for (int i = 0; i < times; i++) {
            gate.checkNow(Request.of("GET", path).withCaller(Caller.user(user)));
        }
    }

    @Test
    void logsRuleHashedSubjectAndRetryAfterOfADenial() {
        check("/", "secret", 2);
        String hash = SubjectNames.HASHED.of("user:secret");
        assertThat(logged).containsExactly(new Rejection("users", hash, 3_600, false, 0));
        assertThat(logged.get(0)).hasToString("denied rule=users subject=" + hash + " retry_after=3600s");
        check("/", "another", 1);
        assertThat(logged).as("a rule in shadow mode does not deny").hasSize(1);
    }

    @Test
    void logsAFewLinesOfAFloodAndTheNumberOfSuppressedOnes() {
        check("/", "secret", 1_001);
        assertThat(logged).hasSize(3);
        check("/orders", "third", 1);
        check("/orders", "fourth", 1);
        assertThat(logged).extracting(Rejection::rule).containsExactly("users", "users", "users", "orders");
        assertThat(logged.get(3).unsaid()).isEqualTo(997);
        time.advance(Duration.ofSeconds(10));
        check("/", "secret", 50);
        assertThat(logged).hasSize(5);
        assertThat(logged.get(4).unsaid()).isZero();
        time.advance(Duration.ofSeconds(10));
        check("/", "secret", 1);
        assertThat(logged.get(5).toString()).endsWith("(and 49 more since the last line)");
    }
}
