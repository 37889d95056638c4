package io.weir.service.guard;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.weir.metrics.guard.GuardMeters;
import io.weir.service.ServiceSettings;
import io.weir.service.guard.audit.AuditApi;
import io.weir.service.guard.audit.AuditedChanges;
import io.weir.service.guard.keys.KeysApi;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The beans of API keys and the audit. */
@Configuration(proxyBeanMethods = false)
public class GuardConfiguration {

    @Bean
    ServiceGuard serviceGuard(ServiceSettings settings) {
        return ServiceGuard.start(settings.guard());
    }

    @Bean
    PresentedTokens presentedKeys(ServiceGuard guard) {
        return new PresentedTokens(guard);
    }

    @Bean
    AuditApi auditApi(ServiceGuard guard, ServiceSettings settings) {
        return new AuditApi(guard, settings.access());
    }

    @Bean
    AuditedChanges auditedChanges(ServiceGuard guard) {
        return new AuditedChanges(guard);
    }

    /** The meters of a service that keeps keys; none otherwise. */
    @Bean
    MeterBinder guardMeters(ServiceGuard guard) {
        return guard.isWanted()
                ? new GuardMeters(
                        () -> guard.opened().map(OpenGuard::registry),
                        () -> guard.opened().map(OpenGuard::trail))
                : none -> {};
    }

    @Bean
    KeysApi keysApi(ServiceGuard guard, ServiceSettings settings) {
        return new KeysApi(guard, settings.access());
    }
}
