package io.weir.service.guard;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The bean that reports the health of the database, for a service that has one. */
@Configuration(proxyBeanMethods = false)
public class GuardHealthConfiguration {

    @Bean
    GuardHealth databaseHealthIndicator(ServiceGuard guard) {
        return new GuardHealth(guard);
    }
}
