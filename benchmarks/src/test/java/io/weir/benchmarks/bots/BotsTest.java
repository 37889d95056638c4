package io.weir.benchmarks.bots;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A tenth of the traffic of {@code benchmarks/run bots}, with the recorded headers of real clients. */
final class BotsTest {

    private static final double SHARE = 0.1;

    static Stream<TrafficPart> parts() {
        return Stream.of(TrafficPart.TRAINING, TrafficPart.HELD_OUT);
    }

    /** If the points of a signal change, run both halves of {@code benchmarks/run bots} again, and mend docs/guard-bots.md. */
    @Test
    void thePointsAreThoseThatWereMeasured() {
        System.out.println("points of the signals: " + BotWeights.hash());
        assertThat(BotWeights.hash()).isEqualTo("f0366191269cdd11");
    }

    @ParameterizedTest
    @MethodSource("parts")
    void mostBotsAreDetectedAndNobodyElse(TrafficPart part) {
        Detection detection = Detection.of(LabelledTraffic.of(ClientTrace.recorded(), part, SHARE));
        for (TrafficClass kind : List.of(
                TrafficClass.TOOLS,
                TrafficClass.FAKED_TOOLS,
                TrafficClass.CHANGING_AGENTS,
                TrafficClass.HEADLESS,
                TrafficClass.FAKED_HEADLESS,
                TrafficClass.STUFFING)) {
            assertThat(detection.of(kind).recallPercent()).as(kind.title()).isGreaterThanOrEqualTo(99);
            assertThat(detection.of(kind).medianRequestsUntilDetection()).isEqualTo(1);
        }
        assertThat(detection.recallPercent()).isGreaterThanOrEqualTo(95);
        assertThat(detection.people()).isGreaterThan(300);
        assertThat(detection.peopleTakenForBots()).isZero();
    }

    @Test
    void aTraceIsReadAsItIsWritten() {
        ClientTrace trace = ClientTrace.recorded();
        assertThat(ClientTrace.read(trace.text().lines().toList())).isEqualTo(trace);
        assertThat(trace.get("as-it-is", "curl", "start").headers()).containsKeys("user-agent", "accept");
    }
}
