package io.weir.spring.internal.web.servlet;

import io.weir.spring.internal.caller.ConditionalOnKeyAuthentication;
import io.weir.spring.internal.caller.EveryFilterChain;
import io.weir.spring.internal.caller.PresentedKeys;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.authentication.AnonymousAuthenticationFilter;

/** Lets API keys authenticate requests, in every filter chain of Spring Security. */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({HttpSecurity.class, AnonymousAuthenticationFilter.class})
@ConditionalOnKeyAuthentication
final class ServletKeyAutoConfiguration {

    @Bean
    static BeanPostProcessor rateLimitKeyAuthentication(ObjectProvider<PresentedKeys> keys) {
        return new EveryFilterChain<>(
                HttpSecurity.class,
                chain -> chain.addFilterBefore(
                        new KeyAuthenticationFilter(keys::getObject), AnonymousAuthenticationFilter.class));
    }
}
