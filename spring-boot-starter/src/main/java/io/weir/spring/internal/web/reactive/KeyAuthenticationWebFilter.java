package io.weir.spring.internal.web.reactive;

import io.weir.spring.internal.caller.KeyAuthentication;
import io.weir.spring.internal.caller.PresentedKeys;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Authenticates a request by its API key, if nothing else has authenticated it. No session is made or changed. */
record KeyAuthenticationWebFilter(Supplier<PresentedKeys> keys) implements WebFilter {

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        Optional<KeyAuthentication> known =
                keys.get().of(WebFluxHttpRequest.keyed(exchange)).map(KeyAuthentication::of);
        return known.isEmpty()
                ? chain.filter(exchange)
                : isAuthenticated().flatMap(already -> pass(already ? Optional.empty() : known, exchange, chain));
    }

    private static Mono<Boolean> isAuthenticated() {
        return ReactiveSecurityContextHolder.getContext()
                .mapNotNull(SecurityContext::getAuthentication)
                .hasElement();
    }

    private static Mono<Void> pass(
            Optional<KeyAuthentication> added, ServerWebExchange exchange, WebFilterChain chain) {
        return chain.filter(exchange)
                .contextWrite(context -> added.map(ReactiveSecurityContextHolder::withAuthentication)
                        .map(security -> context.putAll(security.readOnly()))
                        .orElse(context));
    }
}
