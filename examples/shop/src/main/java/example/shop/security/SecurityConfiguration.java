package example.shop.security;

import example.shop.session.Sessions;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpMethod;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.authentication.dao.DaoAuthenticationProvider;
import org.springframework.security.authorization.AllRequiredFactorsAuthorizationManager;
import org.springframework.security.authorization.AuthorityAuthorizationManager;
import org.springframework.security.authorization.AuthorizationManager;
import org.springframework.security.authorization.AuthorizationManagers;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.CsrfConfigurer;
import org.springframework.security.config.annotation.web.configurers.RequestCacheConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.RequestAuthorizationContext;
import org.springframework.security.web.authentication.AnonymousAuthenticationFilter;
import org.springframework.security.web.csrf.CookieCsrfTokenRepository;

/** Who may open what. The API takes tokens and API keys from headers, pages take the token from a cookie. */
@Configuration(proxyBeanMethods = false)
class SecurityConfiguration {

    private static final String CUSTOMER = "ROLE_CUSTOMER";
    private static final String ADMIN = "ROLE_ADMIN";

    @Bean
    PasswordEncoder passwordEncoder() {
        return PasswordEncoderFactories.createDelegatingPasswordEncoder();
    }

    @Bean
    AuthenticationManager authenticationManager(UserDetailsService users, PasswordEncoder encoder) {
        DaoAuthenticationProvider passwords = new DaoAuthenticationProvider(users);
        passwords.setPasswordEncoder(encoder);
        return new ProviderManager(passwords);
    }

    /** Administrators show a password and a code. */
    private static AuthorizationManager<RequestAuthorizationContext> admin() {
        return AuthorizationManagers.allOf(
                AuthorityAuthorizationManager.hasAuthority(ADMIN),
                AllRequiredFactorsAuthorizationManager.<RequestAuthorizationContext>builder()
                        .requireFactor(factor -> factor.passwordAuthority())
                        .requireFactor(factor -> factor.authority(TokenAuthentication.TOTP))
                        .build());
    }

    @Bean
    @Order(1)
    SecurityFilterChain api(HttpSecurity http) throws Exception {
        return http.securityMatcher("/api/**", "/.well-known/**", "/actuator/**")
                .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                // Credentials come from headers, which no foreign page can send; the refresh cookie is SameSite=Strict.
                .csrf(CsrfConfigurer::disable)
                .requestCache(RequestCacheConfigurer::disable)
                .oauth2ResourceServer(
                        tokens -> tokens.jwt(jwt -> jwt.jwtAuthenticationConverter(new TokenAuthentication())))
                .authorizeHttpRequests(requests -> requests.requestMatchers("/api/v1/admin/**")
                        .access(admin())
                        .requestMatchers("/actuator/health/**")
                        .permitAll()
                        .requestMatchers("/actuator/**")
                        .access(admin())
                        .requestMatchers("/api/v1/account/**")
                        .hasAnyAuthority(CUSTOMER, ADMIN)
                        .requestMatchers(HttpMethod.GET, "/api/v1/orders/**")
                        .hasAnyAuthority(CUSTOMER, ADMIN, "SCOPE_orders:read")
                        .requestMatchers("/api/v1/orders/**", "/api/v1/checkout/**", "/api/v1/payments/**")
                        .hasAnyAuthority(CUSTOMER, ADMIN, "SCOPE_orders:write")
                        .anyRequest()
                        .permitAll())
                .build();
    }

    @Bean
    @Order(2)
    SecurityFilterChain pages(HttpSecurity http, JwtDecoder decoder, Sessions sessions, ShopCookies cookies)
            throws Exception {
        return http.sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .csrf(csrf -> csrf.csrfTokenRepository(new CookieCsrfTokenRepository()))
                .requestCache(RequestCacheConfigurer::disable)
                .addFilterBefore(
                        new CookieAuthenticationFilter(decoder, sessions, cookies), AnonymousAuthenticationFilter.class)
                .exceptionHandling(
                        failures -> failures.authenticationEntryPoint(toLogin()).accessDeniedPage("/forbidden"))
                .authorizeHttpRequests(requests -> requests.requestMatchers("/admin/**")
                        .access(admin())
                        .requestMatchers("/account/**", "/checkout/**", "/orders/**")
                        .hasAnyAuthority(CUSTOMER, ADMIN)
                        .anyRequest()
                        .permitAll())
                .build();
    }

    /** Asks for a login, and leads back. */
    private static AuthenticationEntryPoint toLogin() {
        return (request, response, failure) -> {
            String next = request.getMethod().equals("GET") ? request.getRequestURI() : "/";
            response.sendRedirect("/login?next=" + URLEncoder.encode(next, StandardCharsets.UTF_8));
        };
    }
}
