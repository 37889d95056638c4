package io.weir.spring.internal.actuator;

import io.weir.guard.key.verify.ApiKeyRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The health of the API keys in a database. */
@AutoConfiguration(afterName = "io.weir.spring.internal.guard.GuardAutoConfiguration")
@ConditionalOnClass(ApiKeyRegistry.class)
@ConditionalOnBean(ApiKeyRegistry.class)
@ConditionalOnProperty(prefix = "management.health.rate-limit-keys", name = "enabled", matchIfMissing = true)
final class KeysActuatorAutoConfiguration {

    /** Spring Boot 3. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(org.springframework.boot.actuate.health.HealthIndicator.class)
    static final class Health3 {

        @Bean
        @ConditionalOnMissingBean(name = "rateLimitKeysHealthIndicator")
        org.springframework.boot.actuate.health.HealthIndicator rateLimitKeysHealthIndicator(ApiKeyRegistry registry) {
            return RateLimitActuatorAutoConfiguration.Health3.indicator(new KeysProbe(registry)::run);
        }
    }

    /** Spring Boot 4. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(org.springframework.boot.health.contributor.HealthIndicator.class)
    static final class Health4 {

        @Bean
        @ConditionalOnMissingBean(name = "rateLimitKeysHealthIndicator")
        org.springframework.boot.health.contributor.HealthIndicator rateLimitKeysHealthIndicator(
                ApiKeyRegistry registry) {
            return RateLimitActuatorAutoConfiguration.Health4.indicator(new KeysProbe(registry)::run);
        }
    }
}
