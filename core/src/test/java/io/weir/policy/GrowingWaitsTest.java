package io.weir.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.classify.IpAddress;
import io.weir.limit.Limit;
import io.weir.memory.MemoryStore;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What denied callers are told, on virtual time. */
final class GrowingWaitsTest {

    private static final Rule PER_IP = Rule.of("per-ip", Limit.parse("1/min")).per(CountBy.IP);

    private final ManualTime time = ManualTime.create();
    private final MemoryStore store = new MemoryStore(time);
    private final Gate growing = gate(PER_IP.withGrowingWait(Duration.ofMinutes(10)));

    private Gate gate(Rule rule) {
        return new Gate(Policy.of(rule), store).withBlocks(Blocks.NONE, time);
    }

    private Verdict ask(String address) {
        return growing.checkNow(
                Request.of("GET", "/").withAddress(IpAddress.parse(address).orElseThrow()));
    }

    private long told(String address) {
        return ask(address).retryAfterMicros() / 1_000_000;
    }

    @Test
    void whoeverComesBackTooEarlyIsToldTwiceAsLongUpToABound() {
        assertThat(told("192.0.2.1")).isZero();
        List<Long> told = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            Verdict verdict = ask("192.0.2.1");
            if (!verdict.allowed()) {
                told.add(verdict.retryAfterMicros() / 1_000_000);
            }
            time.advance(Duration.ofSeconds(40));
        }
        assertThat(told).startsWith(60L, 120L).contains(240L, 480L, 600L).allMatch(each -> each <= 600);
    }

    @Test
    void requestsThatWereSentTogetherAreToldTheSame() {
        ask("192.0.2.1");
        for (int i = 0; i < 50; i++) {
            assertThat(told("192.0.2.1")).isEqualTo(60);
        }
        time.advance(Duration.ofSeconds(29));
        assertThat(told("192.0.2.1")).as("the rest").isEqualTo(31);
        assertThat(ask("192.0.2.1").rulings().get(0).decision().retryAfterMicros() / 1_000_000)
                .as("what the limit says stays visible")
                .isEqualTo(31);
        time.advance(Duration.ofSeconds(1));
        assertThat(told("192.0.2.1")).isEqualTo(120);
    }

    @Test
    void whoeverWaitsAsToldIsToldTheTruth() {
        ask("192.0.2.1");
        for (int i = 0; i < 5; i++) {
            assertThat(told("192.0.2.1")).isEqualTo(60);
            time.advance(Duration.ofSeconds(60));
            assertThat(ask("192.0.2.1").allowed()).isTrue();
        }
    }

    @Test
    void aLongWaitIsForgottenWhenItIsOver() {
        ask("192.0.2.1");
        told("192.0.2.1");
        time.advance(Duration.ofSeconds(40));
        assertThat(told("192.0.2.1")).isEqualTo(120);
        time.advance(Duration.ofMinutes(2));
        assertThat(ask("192.0.2.1").allowed()).isTrue();
        assertThat(told("192.0.2.1")).isEqualTo(60);
    }

    @Test
    void itChangesNothingAboutWhoIsAllowed() {
        Gate plain = new Gate(Policy.of(PER_IP), new MemoryStore(time));
        Request request =
                Request.of("GET", "/").withAddress(IpAddress.parse("192.0.2.1").orElseThrow());
        for (int second = 0; second < 600; second++) {
            assertThat(growing.checkNow(request).allowed())
                    .isEqualTo(plain.checkNow(request).allowed());
            time.advance(Duration.ofSeconds(1));
        }
    }

    @Test
    void otherCallersAreToldTheirOwnWaits() {
        ask("192.0.2.1");
        told("192.0.2.1");
        time.advance(Duration.ofSeconds(30));
        assertThat(told("192.0.2.1")).isEqualTo(120);
        ask("192.0.2.2");
        assertThat(told("192.0.2.2")).isEqualTo(60);
    }

    @Test
    void lookingMakesNoWaitLonger() {
        ask("192.0.2.1");
        told("192.0.2.1");
        time.advance(Duration.ofSeconds(40));
        Request request =
                Request.of("GET", "/").withAddress(IpAddress.parse("192.0.2.1").orElseThrow());
        assertThat(growing.peek(request).toCompletableFuture().join().retryAfterMicros())
                .isEqualTo(20_000_000);
        assertThat(told("192.0.2.1")).isEqualTo(120);
    }

    @Test
    void aWaitGrowsToADayAtMost() {
        assertThatThrownBy(() -> PER_IP.withGrowingWait(Duration.ofDays(2))).hasMessageContaining("a day at most");
        assertThatThrownBy(() -> PER_IP.withGrowingWait(Duration.ZERO)).hasMessageContaining("1 s at least");
    }
}
