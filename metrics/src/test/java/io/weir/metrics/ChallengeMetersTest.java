package io.weir.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.policy.challenge.ChallengeOutcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class ChallengeMetersTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void challengesAreCountedByWhatBecameOfThem() {
        ChallengeMeters meters = new ChallengeMeters(registry);
        meters.triggered();
        meters.answered(ChallengeOutcome.PASSED, Duration.ofMillis(20));
        meters.answered(ChallengeOutcome.LOW_SCORE, Duration.ofMillis(30));

        assertThat(registry.get("api.captcha.triggered").counter().count()).isEqualTo(1);
        assertThat(registry.get("api.captcha.solved").counter().count()).isEqualTo(1);
        assertThat(registry.get("api.captcha.failed")
                        .tag("reason", "low-score")
                        .counter()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("api.captcha.failed")
                        .tag("reason", "provider-down")
                        .counter()
                        .count())
                .isZero();
        assertThat(registry.get("guard.challenge").timer().totalTime(TimeUnit.MILLISECONDS))
                .isEqualTo(50);
    }

    @Test
    void botsAreCountedFromLikelyOn() {
        BotMeters meters = new BotMeters(registry);
        List.of("none", "possible", "likely", "certain", "certain", "verified").forEach(meters::scored);
        assertThat(registry.get("api.bot.detected")
                        .tag("band", "likely")
                        .counter()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("api.bot.detected")
                        .tag("band", "certain")
                        .counter()
                        .count())
                .isEqualTo(2);
        assertThat(registry.find("api.bot.detected").counters()).hasSize(2);
    }
}
