package io.weir.compat;

import io.weir.memory.MemoryStore;
import io.weir.spring.login.ReactiveLoginProtection;
import io.weir.store.Store;
import io.weir.testkit.login.LoginTry;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.security.authentication.ReactiveAuthenticationManager;
import org.springframework.security.authentication.UserDetailsRepositoryReactiveAuthenticationManager;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.userdetails.ReactiveUserDetailsService;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** An application on Netty with a form, basic authentication and an endpoint of its own to log in. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({NettyServer.class, ReactiveLoginShop.Endpoint.class, OpenForms.class, ShopController.CatchAll.class})
class ReactiveLoginShop {

    @Bean
    Store store() {
        return new MemoryStore(LoginShops.TIME);
    }

    @Bean
    LoginUsers loginUsers() {
        return new LoginUsers();
    }

    @Bean
    ReactiveUserDetailsService users(LoginUsers users) {
        return name -> Mono.fromCallable(() -> users.find(name));
    }

    @Bean
    SecurityWebFilterChain security(ServerHttpSecurity http) {
        return http.csrf(csrf -> csrf.disable())
                .formLogin(Customizer.withDefaults())
                .httpBasic(Customizer.withDefaults())
                .authorizeExchange(exchanges -> exchanges
                        .pathMatchers("/api/v1/login", "/api/v1/login/**", "/open/**")
                        .permitAll()
                        .anyExchange()
                        .authenticated())
                .build();
    }

    /** Logs in by JSON, as scripts do. */
    @RestController
    static class Endpoint {

        private final ReactiveAuthenticationManager manager;
        private final ReactiveLoginProtection logins;

        /** The manager of the filters is made by Spring Security and is no bean; this one is protected by hand. */
        Endpoint(ReactiveUserDetailsService users, ReactiveLoginProtection logins) {
            this.manager = logins.protect(new UserDetailsRepositoryReactiveAuthenticationManager(users));
            this.logins = logins;
        }

        @PostMapping("/api/v1/login")
        Mono<ResponseEntity<String>> logIn(@RequestBody Map<String, String> body) {
            return manager.authenticate(UsernamePasswordAuthenticationToken.unauthenticated(
                            body.get("username"), body.get("password")))
                    .map(in -> ResponseEntity.ok("in"))
                    .onErrorResume(
                            AuthenticationException.class,
                            wrong -> Mono.just(ResponseEntity.status(401).body("wrong")));
        }

        @PostMapping("/open/accounts/raw")
        Mono<String> raw(ServerHttpRequest request) {
            return DataBufferUtils.join(request.getBody()).map(body -> "read " + body.toString(StandardCharsets.UTF_8));
        }

        @PostMapping("/api/v1/login/code")
        Mono<ResponseEntity<String>> code(@RequestBody Map<String, String> body) {
            Mono<Boolean> test = Mono.fromCallable(() -> LoginTry.RIGHT.equals(body.get("code")));
            return logins.secondFactor(body.get("username"), test)
                    .map(isRight -> ResponseEntity.status(isRight ? 200 : 401).body("code"));
        }

        @PostMapping("/api/v1/login/refresh")
        Mono<String> refresh(@RequestBody Map<String, String> body) {
            return logins.requireUnlocked(body.get("username")).thenReturn("in");
        }
    }
}
