package io.weir.service.guard.challenge;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.policy.Gate;
import io.weir.service.ServiceSettings;
import io.weir.service.guard.ServiceGuard;
import io.weir.service.guard.bot.BotScores;
import io.weir.store.Store;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The beans of challenges, and of scores for how much requests look like those of programs. */
@Configuration(proxyBeanMethods = false)
public class ChallengeConfiguration {

    @Bean
    BotScores botScores(Gate gate, MeterRegistry registry) {
        return BotScores.of(gate, registry);
    }

    @Bean
    ServiceChallenges serviceChallenges(
            ServiceSettings settings, Store store, ServiceGuard guard, BotScores bots, MeterRegistry registry) {
        return ServiceChallenges.of(
                settings.guard().captcha(), store, settings.pepper(), new ChallengeRecord(registry, guard, bots));
    }
}
