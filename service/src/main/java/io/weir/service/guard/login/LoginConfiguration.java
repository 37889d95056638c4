package io.weir.service.guard.login;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.metrics.FailedLogins;
import io.weir.policy.Gate;
import io.weir.service.ServiceSettings;
import io.weir.service.guard.ServiceGuard;
import io.weir.service.guard.challenge.ServiceChallenges;
import io.weir.store.Store;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The beans of logins. */
@Configuration(proxyBeanMethods = false)
public class LoginConfiguration {

    @Bean
    LoginAudit loginAudit(ServiceGuard guard, FailedLogins failed, MeterRegistry registry) {
        return new LoginAudit(guard, failed, registry);
    }

    @Bean
    ServiceLogins serviceLogins(Gate gate, Store store, ServiceSettings settings, LoginAudit audit) {
        return ServiceLogins.of(gate, store, settings.pepper(), audit);
    }

    @Bean
    LoginsApi loginsApi(ServiceLogins logins, ServiceChallenges challenges, ServiceSettings settings) {
        return new LoginsApi(logins, challenges, settings.access(), settings.headers());
    }

    @Bean
    LocksApi locksApi(ServiceLogins logins, ServiceSettings settings) {
        return new LocksApi(logins, settings.access());
    }
}
