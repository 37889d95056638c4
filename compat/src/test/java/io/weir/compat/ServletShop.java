package io.weir.compat;

import jakarta.servlet.http.HttpServletRequest;
import java.util.concurrent.Callable;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.servlet.config.annotation.CorsRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** The application on Tomcat, with Spring Security: form login, basic authentication and bearer tokens. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({ShopController.class, ShopController.CatchAll.class, ShopService.class, ShopExports.class, ServletShop.Dispatches.class})
class ServletShop implements WebMvcConfigurer {

    static final String TYPE = "--spring.main.web-application-type=servlet";

    @Bean
    SecurityFilterChain security(HttpSecurity http) throws Exception {
        return http.csrf(csrf -> csrf.disable())
                .cors(Customizer.withDefaults())
                .formLogin(Customizer.withDefaults())
                .httpBasic(Customizer.withDefaults())
                .oauth2ResourceServer(server -> server.jwt(Customizer.withDefaults()))
                .authorizeHttpRequests(requests -> requests.requestMatchers("/api/v1/secret")
                        .authenticated()
                        .anyRequest()
                        .permitAll())
                .build();
    }

    @Bean
    UserDetailsService users() {
        return name -> User.withUsername(name).password("{noop}pw").build();
    }

    @Bean
    JwtDecoder tokens() {
        return NimbusJwtDecoder.withSecretKey(Credentials.SIGNING).build();
    }

    @Override
    public void addCorsMappings(CorsRegistry registry) {
        registry.addMapping("/api/**").allowedOrigins("https://shop.example").allowCredentials(true);
    }

    /** Requests that are dispatched more than once. */
    @Controller
    static class Dispatches {

        @GetMapping("/dispatch/forward")
        String forward() {
            return "forward:/dispatch/target";
        }

        @GetMapping("/dispatch/async")
        @ResponseBody
        Callable<String> async() {
            return () -> "later";
        }

        @GetMapping("/dispatch/error")
        void error(jakarta.servlet.http.HttpServletResponse response) throws java.io.IOException {
            response.sendError(418);
        }

        @GetMapping("/dispatch/target")
        @ResponseBody
        String target(HttpServletRequest request) {
            return request.getDispatcherType().name();
        }
    }
}
