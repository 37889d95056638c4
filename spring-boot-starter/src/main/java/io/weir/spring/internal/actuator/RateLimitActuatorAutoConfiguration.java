package io.weir.spring.internal.actuator;

import io.weir.http.HttpGate;
import io.weir.metrics.subjects.TopSubjects;
import io.weir.policy.Gate;
import io.weir.spring.internal.gate.RateLimitAutoConfiguration;
import io.weir.spring.internal.gate.RuleCounts;
import io.weir.spring.internal.settings.RateLimitProperties;
import io.weir.store.Store;
import java.util.function.Supplier;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The actuator endpoint and the health indicator. */
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

        @Bean
        @ConditionalOnAvailableEndpoint(endpoint = RateLimitEndpoint.class)
        KnownWords rateLimitEndpointWords() {
            return new KnownWords();
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
            return indicator(new StoreProbe(store)::run);
        }

        static org.springframework.boot.actuate.health.HealthIndicator indicator(Supplier<ProbedHealth> probe) {
            return () -> {
                ProbedHealth health = probe.get();
                return org.springframework.boot.actuate.health.Health.status(health.status())
                        .withDetails(health.details())
                        .build();
            };
        }
    }

    /** Spring Boot 4, which has the health types in another package. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(org.springframework.boot.health.contributor.HealthIndicator.class)
    @ConditionalOnProperty(prefix = HEALTH, name = "enabled", matchIfMissing = true)
    static final class Health4 {

        @Bean
        @ConditionalOnMissingBean(name = "rateLimitHealthIndicator")
        org.springframework.boot.health.contributor.HealthIndicator rateLimitHealthIndicator(Store store) {
            return indicator(new StoreProbe(store)::run);
        }

        static org.springframework.boot.health.contributor.HealthIndicator indicator(Supplier<ProbedHealth> probe) {
            return () -> {
                ProbedHealth health = probe.get();
                return org.springframework.boot.health.contributor.Health.status(health.status())
                        .withDetails(health.details())
                        .build();
            };
        }
    }
}
