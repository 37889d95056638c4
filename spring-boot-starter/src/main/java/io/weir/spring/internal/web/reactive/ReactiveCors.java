package io.weir.spring.internal.web.reactive;

import io.weir.spring.internal.web.CorsHeaders;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.reactive.CorsConfigurationSource;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Adds to a refusal the CORS headers that the application's response would have had. They come from a
 * {@link CorsConfigurationSource} bean, or from WebFlux, which adds them while it looks for the handler.
 */
final class ReactiveCors {

    private final ListableBeanFactory beans;

    ReactiveCors(ListableBeanFactory beans) {
        this.beans = beans;
    }

    Mono<Void> addTo(ServerWebExchange exchange) {
        ServerHttpResponse response = exchange.getResponse();
        String origin = exchange.getRequest().getHeaders().getOrigin();
        if (origin == null || response.getHeaders().getFirst(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN) != null) {
            return Mono.empty();
        }
        CorsConfiguration configuration = ofBeans(exchange);
        if (configuration != null) {
            CorsHeaders.of(configuration, origin).forEach(response.getHeaders()::add);
            return Mono.empty();
        }
        return Flux.fromStream(() -> beans.getBeanProvider(HandlerMapping.class).orderedStream())
                .concatMap(mapping -> mapping.getHandler(exchange))
                .next()
                .onErrorComplete()
                .then();
    }

    private @Nullable CorsConfiguration ofBeans(ServerWebExchange exchange) {
        for (CorsConfigurationSource source : beans.getBeansOfType(CorsConfigurationSource.class, false, false)
                .values()) {
            CorsConfiguration configuration = source.getCorsConfiguration(exchange);
            if (configuration != null) {
                return configuration;
            }
        }
        return null;
    }
}
