package io.weir.service.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.limit.Limit;
import io.weir.memory.MemoryStore;
import io.weir.metrics.GateMeters;
import io.weir.metrics.store.MeteredStore;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Seconds and minutes are counted exactly, on a clock that the test moves. */
final class PulseTest {

    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00.300Z");
    private static final long FIRST = BEGIN.getEpochSecond();

    private final ManualTime time = ManualTime.at(BEGIN);
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final Gate gate = new Gate(
            Policy.of(
                    Rule.of("three", Limit.parse("3/day")),
                    Rule.of("watched", Limit.parse("2/day")).withMode(Mode.SHADOW)),
            MeteredStore.around(new MemoryStore(time), registry),
            new GateMeters(registry));
    private final Pulse pulse = Pulse.start(registry, time, time);

    private void requests(int count) {
        for (int i = 0; i < count; i++) {
            gate.checkNow(Request.of("GET", "/"));
        }
    }

    private void pass(long seconds) {
        time.advance(Duration.ofSeconds(seconds));
    }

    @Test
    void aSecondHasWhatWasDecidedInIt() {
        requests(5);
        pass(1);
        requests(1);
        pass(1);
        assertThat(pulse.all().second(FIRST).values()).containsExactly(5, 2, 1, 0);
        assertThat(pulse.all().second(FIRST + 1).values()).containsExactly(1, 1, 0, 0);
        assertThat(pulse.rule("three").orElseThrow().second(FIRST).values()).containsExactly(5, 2, 0, 1);
        // A denied request takes nothing of the other rule, which is asked nevertheless.
        assertThat(pulse.rule("watched").orElseThrow().second(FIRST).values()[0])
                .isEqualTo(5);
    }

    @Test
    void minutesAddUpWhatSecondsForget() {
        requests(2);
        pass(400);
        requests(1);
        pass(1);
        assertThat(pulse.all().second(FIRST).values()).containsExactly(0, 0, 0, 0);
        assertThat(pulse.all().minute(FIRST / 60).values()[0]).isEqualTo(2);
        assertThat(pulse.all().lastMinute(pulse.newest().second()).values()[0]).isEqualTo(1);
        assertThat(pulse.lastDay("three")[0]).isEqualTo(3);
    }

    @Test
    void aDayLaterNothingIsLeft() {
        requests(2);
        pass(86_460);
        assertThat(pulse.lastDay("three")).containsExactly(0, 0, 0, 0);
    }

    @Test
    void listenersHearOfEachSecondAndOfRulesThatMoved() {
        List<Pulse.Second> heard = new ArrayList<>();
        pulse.listen(heard::add);
        requests(1);
        pass(3);
        assertThat(heard).hasSize(3);
        assertThat(heard.get(0).second()).isEqualTo(FIRST);
        assertThat(heard.get(0).rules()).containsOnlyKeys("three", "watched");
        assertThat(heard.get(1).rules()).isEmpty();
    }

    @Test
    void rulesThatLeaveThePolicyDoNotAddUp() {
        for (int i = 0; i < 1_000; i++) {
            gate.replace(Policy.of(Rule.of("rule-" + i, Limit.parse("3/day"))));
            requests(1);
            pass(1);
        }
        long kept = 0;
        for (int i = 0; i < 1_000; i++) {
            kept += pulse.rule("rule-" + i).isPresent() ? 1 : 0;
        }
        assertThat(kept).isBetween(1L, 201L);
        assertThat(pulse.lastMinute("rule-999")[0]).isEqualTo(1);
    }

    @Test
    void aClockThatStepsBackLosesNothingThatIsKept() {
        CountRing ring = new CountRing(10);
        LiveCounts one = LiveCounts.none();
        one.values()[0] = 1;
        ring.add(100, one);
        ring.add(95, one);
        ring.add(80, one);
        assertThat(ring.sum(100, 10).values()[0]).isEqualTo(2);
        ring.add(109, one);
        assertThat(ring.sum(109, 10).values()[0]).isEqualTo(2);
    }
}
