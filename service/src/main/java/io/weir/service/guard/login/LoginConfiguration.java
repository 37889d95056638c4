package io.weir.service.guard.login;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.guard.secret.Pepper;
import io.weir.metrics.FailedLogins;
import io.weir.policy.Gate;
import io.weir.service.ServiceSettings;
import io.weir.service.guard.DatabaseSettings;
import io.weir.service.guard.ServiceGuard;
import io.weir.store.Store;
import java.util.Optional;
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
    ServiceLogins serviceLogins(
            Gate gate, Store store, ServiceGuard guard, ServiceSettings settings, LoginAudit audit) {
        Optional<Pepper> pepper = guard.settings().map(DatabaseSettings::pepper).or(settings.credentials()::pepper);
        return ServiceLogins.of(gate, store, guard, pepper, audit);
    }

    @Bean
    LoginsApi loginsApi(ServiceLogins logins, ServiceSettings settings) {
        return new LoginsApi(logins, settings.access(), settings.headers());
    }

    @Bean
    LocksApi locksApi(ServiceLogins logins, ServiceSettings settings) {
        return new LocksApi(logins, settings.access());
    }
}
