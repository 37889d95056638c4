package io.weir.spring.internal.guard;

import io.weir.policy.challenge.Challenge;
import io.weir.spring.internal.settings.RateLimitProperties;
import io.weir.store.Store;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The challenge, whose answers are marked in the store of the limits. */
@Configuration(proxyBeanMethods = false)
final class ChallengeBeans {

    @Bean
    @ConditionalOnMissingBean
    Challenge rateLimitChallenge(RateLimitProperties settings, Store store) {
        return new ChallengeSettings(settings, store).challenge();
    }
}
