package io.weir.spring.internal.guard.login;

import io.weir.guard.login.LoginGuard;
import io.weir.http.HttpGate;
import io.weir.spring.internal.gate.RateLimitAutoConfiguration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.security.config.web.server.ServerHttpSecurity;

/** Protects the logins of Spring Security in applications with WebFlux. */
@AutoConfiguration(after = {RateLimitAutoConfiguration.class, LoginGuardAutoConfiguration.class})
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
@ConditionalOnClass({LoginGuard.class, ServerHttpSecurity.class})
final class ReactiveLoginAutoConfiguration {

    @Bean
    @Lazy
    ReactiveLogins rateLimitLoginProtection(GuardedLogins logins) {
        return new ReactiveLogins(logins);
    }

    @Bean
    @ConditionalOnBean(HttpGate.class)
    @ConditionalOnProperty(prefix = "rate-limit.guard", name = "protect-logins", matchIfMissing = true)
    static BeanPostProcessor rateLimitProtectedManagers(ObjectProvider<ReactiveLogins> logins) {
        return new ReactiveProtectedManagers(logins::getObject);
    }
}
