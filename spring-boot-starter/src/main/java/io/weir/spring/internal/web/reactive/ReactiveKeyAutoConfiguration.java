package io.weir.spring.internal.web.reactive;

import io.weir.spring.internal.caller.ConditionalOnKeyAuthentication;
import io.weir.spring.internal.caller.EveryFilterChain;
import io.weir.spring.internal.caller.PresentedKeys;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.web.server.SecurityWebFiltersOrder;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.web.server.WebFilter;

/** Lets API keys authenticate requests, in every filter chain of Spring Security. */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
@ConditionalOnClass({ServerHttpSecurity.class, WebFilter.class})
@ConditionalOnKeyAuthentication
final class ReactiveKeyAutoConfiguration {

    @Bean
    static BeanPostProcessor rateLimitKeyAuthentication(ObjectProvider<PresentedKeys> keys) {
        return new EveryFilterChain<>(
                ServerHttpSecurity.class,
                chain -> chain.addFilterBefore(
                        new KeyAuthenticationWebFilter(keys::getObject),
                        SecurityWebFiltersOrder.ANONYMOUS_AUTHENTICATION));
    }
}
