package io.weir.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class HoldingTest {

    private final ManualTime time = ManualTime.create();
    private final Holding holding = new Holding(2, time);
    private final List<String> went = new ArrayList<>();

    private Optional<Runnable> hold(long micros, String name) {
        return holding.hold(micros, () -> () -> went.add(name));
    }

    @Test
    void everyRequestContinuesAfterItsDelay() {
        hold(20, "second");
        hold(10, "first");
        time.advanceMicros(9);
        assertThat(went).isEmpty();
        time.advanceMicros(1);
        assertThat(went).containsExactly("first");
        time.advanceMicros(10);
        assertThat(went).containsExactly("first", "second");
        assertThat(holding.held()).isZero();
    }

    @Test
    void holdsAsManyRequestsAsConfigured() {
        assertThat(hold(10, "a")).isPresent();
        assertThat(hold(20, "b")).isPresent();
        assertThat(hold(10, "c")).isEmpty();
        time.advanceMicros(10);
        assertThat(hold(10, "d")).isPresent();
        time.advanceMicros(10);
        assertThat(went).containsExactly("a", "b", "d");
    }

    @Test
    void holdsTenThousandRequestsByDefault() {
        Holding usual = new Holding();
        List<Runnable> ends = new ArrayList<>();
        long aDay = Duration.ofDays(1).toMillis() * 1_000;
        for (int i = 0; i < 10_000; i++) {
            ends.add(usual.hold(aDay, () -> () -> {}).orElseThrow());
        }
        assertThat(usual.hold(aDay, () -> () -> {})).isEmpty();
        ends.forEach(Runnable::run);
        assertThat(usual.held()).isZero();
    }

    @Test
    void aClosedConnectionFreesItsPlaceOnce() {
        Runnable letGo = hold(10, "a").orElseThrow();
        letGo.run();
        letGo.run();
        assertThat(holding.held()).isZero();
        time.advanceMicros(10);
        assertThat(went).isEmpty();
        Runnable tooLate = hold(10, "b").orElseThrow();
        time.advanceMicros(10);
        tooLate.run();
        assertThat(holding.held()).isZero();
        assertThat(went).containsExactly("b");
    }

    @Test
    void aRequestThatCannotBeHeldTakesNoPlace() {
        assertThatThrownBy(() -> holding.hold(10, () -> {
                    throw new IllegalStateException("not asynchronous");
                }))
                .hasMessage("not asynchronous");
        assertThat(holding.held()).isZero();
    }

    @Test
    void rejectsANegativeMaximum() {
        assertThatThrownBy(() -> new Holding(-1, time)).hasMessageContaining("0 or more, but was -1");
        assertThat(new Holding(0, time).hold(1, () -> () -> {})).isEmpty();
    }
}
