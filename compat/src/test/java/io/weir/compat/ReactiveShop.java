package io.weir.compat;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.userdetails.ReactiveUserDetailsService;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.oauth2.jwt.NimbusReactiveJwtDecoder;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoder;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.web.reactive.config.CorsRegistry;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import reactor.core.publisher.Mono;

/** The application on Netty, with Spring Security: form login, basic authentication and bearer tokens. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({NettyServer.class, ShopController.class, ShopController.CatchAll.class, ShopService.class, ShopExports.class})
class ReactiveShop implements WebFluxConfigurer {

    static final String TYPE = "--spring.main.web-application-type=reactive";

    @Bean
    SecurityWebFilterChain security(ServerHttpSecurity http) {
        return http.csrf(csrf -> csrf.disable())
                .formLogin(Customizer.withDefaults())
                .httpBasic(Customizer.withDefaults())
                .oauth2ResourceServer(server -> server.jwt(Customizer.withDefaults()))
                .authorizeExchange(exchanges -> exchanges
                        .pathMatchers("/api/v1/secret")
                        .authenticated()
                        .anyExchange()
                        .permitAll())
                .build();
    }

    @Bean
    ReactiveUserDetailsService users() {
        return name -> Mono.just(User.withUsername(name).password("{noop}pw").build());
    }

    @Bean
    ReactiveJwtDecoder tokens() {
        return NimbusReactiveJwtDecoder.withSecretKey(Credentials.SIGNING).build();
    }

    @Override
    public void addCorsMappings(CorsRegistry registry) {
        registry.addMapping("/api/**").allowedOrigins("https://shop.example").allowCredentials(true);
    }
}
