package io.weir.spring.internal.web.servlet;

import io.weir.http.HttpGate;
import io.weir.http.RateLimitFilter;
import io.weir.policy.rule.Stage;
import io.weir.spring.Callers;
import io.weir.spring.internal.gate.RateLimitAutoConfiguration;
import io.weir.spring.internal.web.FilterOrder;
import jakarta.servlet.DispatcherType;
import java.util.EnumSet;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.web.servlet.DispatcherServlet;

/**
 * Registers the servlet filters. With Spring Security there are two: one before it, which also limits failed logins, and one
 * after it, which knows the user. Without Spring Security one filter checks both stages.
 */
@AutoConfiguration(after = RateLimitAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass(DispatcherServlet.class)
@ConditionalOnBean(HttpGate.class)
final class ServletRateLimitAutoConfiguration {

    private static final String SECURITY = "springSecurityFilterChain";
    private static final String BEFORE = "rateLimitBeforeAuthenticationFilter";
    private static final String AFTER = "rateLimitFilter";

    @Bean
    @ConditionalOnMissingBean
    ServletCors rateLimitServletCors(ListableBeanFactory beans) {
        return new ServletCors(beans);
    }

    @Bean(BEFORE)
    @ConditionalOnMissingBean(name = BEFORE)
    FilterRegistrationBean<RateLimitFilter> beforeAuthentication(
            HttpGate gate, Callers callers, ServletCors cors, ListableBeanFactory beans, Environment environment) {
        RateLimitFilter filter =
                new RateLimitFilter(gate, Stage.BEFORE_AUTHENTICATION, new ServletCallers(callers)::before, cors);
        FilterRegistrationBean<RateLimitFilter> registration = registration(filter, BEFORE);
        registration.setOrder(FilterOrder.ofSecurity(environment) - 1);
        registration.setEnabled(beans.containsBean(SECURITY));
        return registration;
    }

    @Bean(AFTER)
    @ConditionalOnMissingBean(name = AFTER)
    FilterRegistrationBean<RateLimitFilter> afterAuthentication(
            HttpGate gate, Callers callers, ServletCors cors, ListableBeanFactory beans, Environment environment) {
        Stage stage = beans.containsBean(SECURITY) ? Stage.AFTER_AUTHENTICATION : Stage.WHOLE;
        RateLimitFilter filter = new RateLimitFilter(gate, stage, new ServletCallers(callers)::after, cors);
        FilterRegistrationBean<RateLimitFilter> registration = registration(filter, AFTER);
        registration.setOrder(FilterOrder.ofSecurity(environment) + 1);
        return registration;
    }

    /** Registers a filter for every dispatcher type, because any may be the first; the filter itself charges only once. */
    private static FilterRegistrationBean<RateLimitFilter> registration(RateLimitFilter filter, String name) {
        FilterRegistrationBean<RateLimitFilter> registration = new FilterRegistrationBean<>(filter);
        registration.setName(name);
        registration.setAsyncSupported(true);
        registration.setDispatcherTypes(EnumSet.allOf(DispatcherType.class));
        return registration;
    }
}
