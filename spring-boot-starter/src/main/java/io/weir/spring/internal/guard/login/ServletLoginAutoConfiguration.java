package io.weir.spring.internal.guard.login;

import io.weir.guard.login.LoginGuard;
import io.weir.http.HttpGate;
import io.weir.spring.internal.gate.RateLimitAutoConfiguration;
import io.weir.spring.internal.web.CurrentRequest;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.security.authentication.AuthenticationManager;

/** Protects the logins of Spring Security in applications with servlets. */
@AutoConfiguration(after = {RateLimitAutoConfiguration.class, LoginGuardAutoConfiguration.class})
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({LoginGuard.class, AuthenticationManager.class})
final class ServletLoginAutoConfiguration {

    @Bean
    @Lazy
    ServletLogins rateLimitLoginProtection(GuardedLogins logins, ObjectProvider<HttpGate> http) {
        HttpGate gate = http.getIfAvailable();
        return new ServletLogins(logins, new CurrentRequest(gate == null ? "" : gate.attribute()));
    }

    @Bean
    @ConditionalOnBean(HttpGate.class)
    @ConditionalOnProperty(prefix = "rate-limit.guard", name = "protect-logins", matchIfMissing = true)
    static BeanPostProcessor rateLimitProtectedManagers(ObjectProvider<ServletLogins> logins) {
        return new ProtectedManagers(logins::getObject);
    }
}
