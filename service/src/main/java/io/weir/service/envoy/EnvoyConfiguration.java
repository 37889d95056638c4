package io.weir.service.envoy;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.guard.key.Scopes;
import io.weir.metrics.subjects.DecisionListener;
import io.weir.service.envoy.observe.EnvoyObservers;
import io.weir.service.guard.PresentedTokens;
import io.weir.store.Store;
import java.io.IOException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerResponse;

/** The beans that serve Envoy, on the same store and with the same observers as the REST interface. */
@Configuration(proxyBeanMethods = false)
public class EnvoyConfiguration {

    @Bean
    EnvoyCallers envoyCallers(EnvoySettings settings, PresentedTokens keys) {
        return new EnvoyCallers(
                settings.mayCheck(), (authorization, peer) -> keys.mayCall(Scopes.CHECK, authorization, peer));
    }

    @Bean
    EnvoyServing envoyServing(EnvoySettings settings, EnvoyCallers callers, Store store, EnvoyObservers observers)
            throws IOException {
        return new EnvoyServing(settings, callers, store, observers);
    }

    @Bean
    EnvoyObservers envoyObservers(MeterRegistry registry, DecisionListener observers) {
        return new EnvoyObservers(registry, observers);
    }

    @Bean
    RouterFunction<ServerResponse> envoyRoutes(EnvoyServing serving, EnvoyCallers callers) {
        return new EnvoyRoutes(serving, callers).routes();
    }

    @Bean
    EnvoyHealth envoyHealth(EnvoyServing serving) {
        return new EnvoyHealth(serving);
    }
}
