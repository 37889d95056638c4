package io.weir.service.guard;

import io.weir.service.ServiceSettings;
import io.weir.service.guard.keys.KeysApi;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The beans of API keys and the audit. */
@Configuration(proxyBeanMethods = false)
public class GuardConfiguration {

    @Bean
    ServiceGuard serviceGuard(ServiceSettings settings) {
        return ServiceGuard.start(settings.guard().database());
    }

    @Bean
    PresentedKeys presentedKeys(ServiceGuard guard) {
        return new PresentedKeys(guard);
    }

    @Bean
    KeysApi keysApi(ServiceGuard guard, ServiceSettings settings) {
        return new KeysApi(guard, settings.access());
    }
}
