package io.weir.benchmarks.stuffing;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.benchmarks.stuffing.RealUsers.Kind;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A tenth of the attack that {@code benchmarks/run stuffing} makes. */
final class StuffingTest {

    private static final Map<StuffingStyle, StuffingResult> RESULTS = Stream.of(StuffingStyle.values())
            .collect(Collectors.toMap(style -> style, style -> StuffingRun.of(StuffingPlan.SMALL, style)));

    private static StuffingResult result(StuffingStyle style) {
        return Objects.requireNonNull(RESULTS.get(style));
    }

    @ParameterizedTest
    @EnumSource
    void noBoundIsExceededAndTheRestIsStopped(StuffingStyle style) {
        StuffingResult result = result(style);
        for (PublishedBound bound : PublishedBound.values()) {
            assertThat(bound.most(result.tested())).as(bound.title()).isLessThanOrEqualTo(bound.bound());
        }
        assertThat(result.counted()).isLessThanOrEqualTo(result.bound());
        assertThat(result.stopped()).isEqualTo(StuffingPlan.SMALL.pairs() - result.wrong() - result.found());
    }

    @ParameterizedTest
    @EnumSource
    void realUsersWithAddressesOfTheirOwnAreNotRefused(StuffingStyle style) {
        RealUsers users = result(style).users();
        for (Kind kind : List.of(Kind.KNOWN_DEVICE, Kind.NEW_DEVICE)) {
            assertThat(users.of(kind).refused).as(kind.title()).isZero();
        }
        assertThat(users.of(Kind.BESIDE_ATTACKER_KNOWN).refused)
                .as("a known device")
                .isZero();
        for (Kind kind : Kind.values()) {
            assertThat(users.of(kind).locked).as(kind.title()).isZero();
        }
    }

    @Test
    void theSameSeedHasTheSameResult() {
        List<TestedPassword> tested =
                StuffingRun.of(StuffingPlan.SMALL, StuffingStyle.BOTNET).tested();
        assertThat(StuffingRun.of(StuffingPlan.SMALL, StuffingStyle.BOTNET).tested())
                .isEqualTo(tested)
                .isNotEmpty();
    }
}
