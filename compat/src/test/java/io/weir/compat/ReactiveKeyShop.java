package io.weir.compat;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.userdetails.ReactiveUserDetailsService;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.authentication.HttpStatusServerEntryPoint;
import reactor.core.publisher.Mono;

/** An application on Netty whose callers have API keys of its database, or passwords. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({NettyServer.class, ShopController.class, ShopService.class, KeyHolder.class})
class ReactiveKeyShop {

    @Bean
    SecurityWebFilterChain security(ServerHttpSecurity http) {
        return http.csrf(csrf -> csrf.disable())
                .httpBasic(Customizer.withDefaults())
                .exceptionHandling(handling ->
                        handling.authenticationEntryPoint(new HttpStatusServerEntryPoint(HttpStatus.UNAUTHORIZED)))
                .authorizeExchange(exchanges -> exchanges
                        .pathMatchers("/api/v1/orders")
                        .hasAuthority("SCOPE_orders:read")
                        .pathMatchers("/who")
                        .authenticated()
                        .anyExchange()
                        .permitAll())
                .build();
    }

    @Bean
    ReactiveUserDetailsService users() {
        return name -> Mono.just(User.withUsername(name).password("{noop}pw").build());
    }
}
