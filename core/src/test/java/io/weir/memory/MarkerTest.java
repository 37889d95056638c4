package io.weir.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.store.Charge;
import io.weir.store.Effect;
import io.weir.store.spi.Call;
import io.weir.store.spi.Tally;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class MarkerTest {

    private static final Limit WINDOW = Limit.slidingWindow(Rate.parse("7/min"));
    private static final Charge MARKER = Charge.of("marker", WINDOW, 4).withEffect(Effect.MARKER);
    private static final long NOW = 1_767_225_600_000_000L;

    private static boolean isRetry(HeldCell marker) {
        return new Call(List.of(MARKER), new Tally[] {marker}, NOW).decide().retry();
    }

    @Test
    void aCounterThatSeveralKeysShareShowsNoRetry() {
        HeldCell own = StateCell.own(1, WINDOW, WINDOW.fresh()).toBeHeld();
        HeldCell shared = StateCell.shared(2, WINDOW).toBeHeld();
        own.hold();
        shared.hold();
        assertThat(isRetry(own)).isFalse();
        assertThat(isRetry(shared)).isFalse();
        assertThat(isRetry(own)).isTrue();
        assertThat(isRetry(shared)).isFalse();
    }

    @Test
    void aMarkerCostsMoreThanHalfOfASlidingWindow() {
        assertThatThrownBy(() -> Charge.of("key", WINDOW, 3).withEffect(Effect.MARKER))
                .hasMessage("a marker must cost more than half of a sliding window, not 3 of sliding window 7/min");
        assertThatThrownBy(() -> Charge.of("key", Limit.parse("7/min"), 4).withEffect(Effect.MARKER))
                .hasMessage("a marker must cost more than half of a sliding window, not 4 of 7/min");
    }

    @ParameterizedTest
    @EnumSource(names = {"COUNTED", "FREE", "MARKER"})
    void otherEffectsAreNeverTakenOnce(Effect effect) {
        assertThatThrownBy(effect::once).isInstanceOf(IllegalArgumentException.class);
    }
}
