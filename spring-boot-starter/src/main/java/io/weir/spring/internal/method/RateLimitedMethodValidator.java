package io.weir.spring.internal.method;

import io.weir.spring.RateLimited;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Set;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ReflectionUtils.MethodFilter;

/**
 * Validates all {@link RateLimited} methods at startup, so that a mistake is reported before the first call.
 *
 * @param reactive whether the application is reactive, so that no request belongs to a thread
 */
record RateLimitedMethodValidator(
        ConfigurableListableBeanFactory beans, RateLimitedInterceptor interceptor, boolean reactive)
        implements SmartInitializingSingleton {

    private static final MethodFilter LIMITED = method -> Modifier.isPublic(method.getModifiers())
            && !method.isSynthetic()
            && RateLimitedInterceptor.annotation(method) != null;

    @Override
    public void afterSingletonsInstantiated() {
        for (String name : beans.getBeanDefinitionNames()) {
            Class<?> type = AutoProxyUtils.determineTargetClass(beans, name);
            if (type != null && AnnotationUtils.isCandidateClass(type, RateLimited.class)) {
                Set<Method> methods = MethodIntrospector.selectMethods(type, LIMITED);
                methods.forEach(method -> interceptor.require(method, reactive));
            }
        }
    }
}
