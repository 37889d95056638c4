package io.weir.compat;

import io.weir.memory.MemoryStore;
import io.weir.spring.login.LoginProtection;
import io.weir.store.Store;
import io.weir.testkit.login.LoginTry;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.ResponseEntity;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.authentication.configuration.AuthenticationConfiguration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** An application on Tomcat with a form, basic authentication and an endpoint of its own to log in. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({ServletLoginShop.Endpoint.class, OpenForms.class, ShopController.CatchAll.class})
class ServletLoginShop {

    @Bean
    Store store() {
        return new MemoryStore(LoginShops.TIME);
    }

    @Bean
    LoginUsers loginUsers() {
        return new LoginUsers();
    }

    @Bean
    UserDetailsService users(LoginUsers users) {
        return users::find;
    }

    @Bean
    AuthenticationManager manager(AuthenticationConfiguration configuration) throws Exception {
        return configuration.getAuthenticationManager();
    }

    @Bean
    SecurityFilterChain security(HttpSecurity http) throws Exception {
        return http.csrf(csrf -> csrf.disable())
                .formLogin(Customizer.withDefaults())
                .httpBasic(Customizer.withDefaults())
                .authorizeHttpRequests(requests -> requests.requestMatchers("/api/v1/login", "/api/v1/login/**", "/open/**")
                        .permitAll()
                        .anyRequest()
                        .authenticated())
                .build();
    }

    /** Logs in by JSON, as scripts do. */
    @RestController
    static class Endpoint {

        private final AuthenticationManager manager;
        private final LoginProtection logins;

        Endpoint(AuthenticationManager manager, LoginProtection logins) {
            this.manager = manager;
            this.logins = logins;
        }

        @PostMapping("/api/v1/login")
        ResponseEntity<String> logIn(@RequestBody Map<String, String> body) {
            try {
                manager.authenticate(UsernamePasswordAuthenticationToken.unauthenticated(
                        body.get("username"), body.get("password")));
                return ResponseEntity.ok("in");
            } catch (AuthenticationException wrong) {
                return ResponseEntity.status(401).body("wrong");
            }
        }

        @PostMapping("/open/accounts/raw")
        String raw(HttpServletRequest request) throws IOException {
            return "read " + new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }

        @PostMapping("/api/v1/login/code")
        ResponseEntity<String> code(@RequestBody Map<String, String> body) {
            boolean isRight = logins.secondFactor(body.get("username"), () -> LoginTry.RIGHT.equals(body.get("code")));
            return ResponseEntity.status(isRight ? 200 : 401).body("code");
        }

        @PostMapping("/api/v1/login/refresh")
        String refresh(@RequestBody Map<String, String> body) {
            logins.requireUnlocked(body.get("username"));
            return "in";
        }
    }
}
