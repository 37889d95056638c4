package io.weir.spring.internal.web.reactive;

import io.weir.http.HttpGate;
import io.weir.policy.rule.Stage;
import io.weir.spring.Callers;
import io.weir.spring.internal.gate.RateLimitAutoConfiguration;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.util.ClassUtils;
import org.springframework.web.reactive.DispatcherHandler;
import org.springframework.web.server.WebFilter;

/** Registers the filters of WebFlux: with Spring Security one before and one after it, otherwise one for both stages. */
@AutoConfiguration(after = RateLimitAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
@ConditionalOnClass(DispatcherHandler.class)
@ConditionalOnBean(HttpGate.class)
final class ReactiveRateLimitAutoConfiguration {

    private static final String SECURITY = "org.springframework.security.web.server.WebFilterChainProxy";
    private static final String BEFORE = "rateLimitBeforeAuthenticationFilter";
    private static final String AFTER = "rateLimitFilter";

    @Bean
    @ConditionalOnMissingBean
    ReactiveCors rateLimitReactiveCors(ListableBeanFactory beans) {
        return new ReactiveCors(beans);
    }

    @Bean(BEFORE)
    @ConditionalOnMissingBean(name = BEFORE)
    @ConditionalOnClass(name = SECURITY)
    WebFilter beforeAuthentication(HttpGate gate, Callers callers, ReactiveCors cors) {
        return new RateLimitWebFilter(gate, Stage.BEFORE_AUTHENTICATION, callers, cors);
    }

    @Bean(AFTER)
    @ConditionalOnMissingBean(name = AFTER)
    WebFilter afterAuthentication(HttpGate gate, Callers callers, ReactiveCors cors) {
        boolean security = ClassUtils.isPresent(SECURITY, getClass().getClassLoader());
        return new RateLimitWebFilter(gate, security ? Stage.AFTER_AUTHENTICATION : Stage.WHOLE, callers, cors);
    }
}
