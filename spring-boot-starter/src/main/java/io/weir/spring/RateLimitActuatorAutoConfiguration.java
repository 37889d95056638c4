package io.weir.spring;

import io.weir.http.HttpGate;
import io.weir.metrics.TopSubjects;
import io.weir.policy.Gate;
import io.weir.store.Store;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What is to be seen of rate limits, and to be switched, from outside. */
@AutoConfiguration(after = RateLimitAutoConfiguration.class)
@ConditionalOnBean(Gate.class)
final class RateLimitActuatorAutoConfiguration {

    private static final String HEALTH = "management.health.rate-limit";

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
    static final class Endpoints {

        @Bean
        @ConditionalOnMissingBean
        @ConditionalOnAvailableEndpoint
        RateLimitEndpoint rateLimitEndpoint(
                HttpGate http, RuleCounts counts, TopSubjects subjects, RateLimitProperties settings) {
            return new RateLimitEndpoint(http, counts, subjects, settings);
        }
    }

    /** Spring Boot 3. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(org.springframework.boot.actuate.health.HealthIndicator.class)
    @ConditionalOnProperty(prefix = HEALTH, name = "enabled", matchIfMissing = true)
    static final class Health3 {

        @Bean
        @ConditionalOnMissingBean(name = "rateLimitHealthIndicator")
        org.springframework.boot.actuate.health.HealthIndicator rateLimitHealthIndicator(Store store) {
            StoreHealth health = new StoreHealth(store);
            return () -> {
                StoreHealth.Found found = health.look();
                return org.springframework.boot.actuate.health.Health.status(found.status())
                        .withDetails(found.details())
                        .build();
            };
        }
    }

    /** Spring Boot 4, which has it elsewhere. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(org.springframework.boot.health.contributor.HealthIndicator.class)
    @ConditionalOnProperty(prefix = HEALTH, name = "enabled", matchIfMissing = true)
    static final class Health4 {

        @Bean
        @ConditionalOnMissingBean(name = "rateLimitHealthIndicator")
        org.springframework.boot.health.contributor.HealthIndicator rateLimitHealthIndicator(Store store) {
            StoreHealth health = new StoreHealth(store);
            return () -> {
                StoreHealth.Found found = health.look();
                return org.springframework.boot.health.contributor.Health.status(found.status())
                        .withDetails(found.details())
                        .build();
            };
        }
    }
}
