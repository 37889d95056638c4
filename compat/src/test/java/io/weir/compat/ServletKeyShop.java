package io.weir.compat;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.HttpStatusEntryPoint;

/** An application on Tomcat whose callers have API keys of its database, or passwords. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({ShopController.class, ShopService.class, KeyHolder.class, PartnerKeys.class})
class ServletKeyShop {

    @Bean
    SecurityFilterChain security(HttpSecurity http) throws Exception {
        return http.csrf(csrf -> csrf.disable())
                .httpBasic(Customizer.withDefaults())
                .exceptionHandling(handling ->
                        handling.authenticationEntryPoint(new HttpStatusEntryPoint(HttpStatus.UNAUTHORIZED)))
                .authorizeHttpRequests(requests -> requests.requestMatchers("/api/v1/orders")
                        .hasAuthority("SCOPE_orders:read")
                        .requestMatchers("/who", "/admin/**")
                        .authenticated()
                        .anyRequest()
                        .permitAll())
                .build();
    }

    @Bean
    UserDetailsService users() {
        return name -> User.withUsername(name).password("{noop}pw").build();
    }
}
