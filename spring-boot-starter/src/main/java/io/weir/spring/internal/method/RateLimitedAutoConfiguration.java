package io.weir.spring.internal.method;

import io.weir.http.HttpGate;
import io.weir.http.Responder;
import io.weir.policy.Gate;
import io.weir.spring.RateLimited;
import io.weir.spring.internal.gate.GateObservers;
import io.weir.spring.internal.gate.RateLimitAutoConfiguration;
import io.weir.spring.internal.web.CurrentRequest;
import io.weir.store.Store;
import org.springframework.aop.Advisor;
import org.springframework.aop.Pointcut;
import org.springframework.aop.support.ComposablePointcut;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Role;
import org.springframework.web.bind.annotation.ControllerAdvice;

/** Limits {@link RateLimited} methods through Spring's proxies. */
@AutoConfiguration(after = RateLimitAutoConfiguration.class)
@ConditionalOnBean(Gate.class)
final class RateLimitedAutoConfiguration {

    @Bean
    @Lazy
    RateLimitedInterceptor.Parts rateLimitedParts(
            HttpGate http, Gate gate, Store store, GateObservers observers, Responder responder) {
        return new RateLimitedInterceptor.Parts(
                gate, store, observers, responder, new CurrentRequest(http.attribute()));
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static RateLimitedInterceptor rateLimitedInterceptor(ObjectProvider<RateLimitedInterceptor.Parts> parts) {
        return new RateLimitedInterceptor(parts);
    }

    @Bean
    @ConditionalOnMissingBean
    RateLimitedMethodValidator rateLimitedMethods(
            ConfigurableListableBeanFactory beans, RateLimitedInterceptor interceptor) {
        return new RateLimitedMethodValidator(beans, interceptor, false);
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static Advisor rateLimitedAdvisor(RateLimitedInterceptor interceptor) {
        ComposablePointcut pointcut = new ComposablePointcut(
                        (Pointcut) AnnotationMatchingPointcut.forMethodAnnotation(RateLimited.class))
                .union((Pointcut) new AnnotationMatchingPointcut(RateLimited.class, true));
        return new DefaultPointcutAdvisor(pointcut, interceptor);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication
    @ConditionalOnClass(ControllerAdvice.class)
    static final class Web {

        @Bean
        RateLimitedAdvice rateLimitedAdvice() {
            return new RateLimitedAdvice();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
    static final class Reactive {

        @Bean
        RateLimitedMethodValidator rateLimitedMethods(
                ConfigurableListableBeanFactory beans, RateLimitedInterceptor interceptor) {
            return new RateLimitedMethodValidator(beans, interceptor, true);
        }
    }
}
