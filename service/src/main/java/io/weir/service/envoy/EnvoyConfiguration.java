package io.weir.service.envoy;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.metrics.subjects.DecisionListener;
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
    EnvoyServing envoyServing(EnvoySettings settings, Store store, MeterRegistry registry, DecisionListener observers)
            throws IOException {
        return new EnvoyServing(settings, store, registry, observers);
    }

    @Bean
    RouterFunction<ServerResponse> envoyRoutes(EnvoyServing serving, EnvoySettings settings) {
        return new EnvoyRoutes(serving, settings).routes();
    }

    @Bean
    EnvoyHealth envoyHealth(EnvoyServing serving) {
        return new EnvoyHealth(serving);
    }
}
