package io.weir.spring.internal.guard;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.guard.bot.BotClassifier;
import io.weir.guard.bot.BotConfig;
import io.weir.guard.bot.BotScore;
import io.weir.http.ChallengeListener;
import io.weir.metrics.BotMeters;
import io.weir.policy.Gate;
import io.weir.policy.challenge.ChallengeOutcome;
import io.weir.policy.rule.Request;
import io.weir.spring.internal.settings.RateLimitProperties;
import io.weir.time.TimeSource;
import java.util.function.Consumer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The classifier of bots, which hears of passed challenges. */
@Configuration(proxyBeanMethods = false)
final class BotScoreBeans {

    @Bean
    @ConditionalOnMissingBean
    BotConfig rateLimitBotConfig(RateLimitProperties settings, Gate gate) {
        BotConfig config =
                BotConfig.of(TimeSource.system()).withTerms(() -> gate.policy().bots());
        String cookie = settings.guard().botCookie();
        return cookie == null ? config : config.withCookie(cookie);
    }

    @Bean
    @ConditionalOnMissingBean
    BotClassifier rateLimitBotClassifier(BotConfig config, ObjectProvider<MeterRegistry> meters) {
        MeterRegistry registry = meters.getIfAvailable();
        return registry == null ? new BotClassifier(config) : new BotClassifier(config, counting(registry));
    }

    private static Consumer<BotScore> counting(MeterRegistry registry) {
        BotMeters counted = new BotMeters(registry);
        return score -> counted.scored(score.band().word());
    }

    @Bean
    ChallengeListener rateLimitBotChallenges(BotClassifier classifier) {
        return new ChallengeListener() {
            @Override
            public void answered(Request request, ChallengeOutcome outcome, long micros) {
                if (outcome.passed()) {
                    classifier.passedChallenge(request);
                }
            }
        };
    }
}
