package io.weir.spring.internal.guard.login;

import java.lang.reflect.Modifier;
import java.util.Objects;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.core.Authentication;

/*
 * Spring Security passes each ProviderManager that it makes to the processors of beans, and demands a ProviderManager back. So the
 * manager is not wrapped but proxied: the proxy is of the manager's own class.
 */
/**
 * Protects every manager that is a bean, or that Spring Security makes.
 *
 * @param logins looked up at the first login, because Spring creates processors of beans early
 */
record ProtectedManagers(Supplier<ServletLogins> logins) implements BeanPostProcessor {

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        return bean instanceof AuthenticationManager ? Proxies.of(bean, new Protecting(logins)) : bean;
    }

    /** Protects calls of {@code authenticate}. */
    private record Protecting(Supplier<ServletLogins> logins) implements MethodInterceptor {

        @Override
        public @Nullable Object invoke(MethodInvocation call) throws Throwable {
            boolean isAttempt = call.getMethod().getName().equals("authenticate")
                    && call.getArguments().length == 1
                    && call.getArguments()[0] instanceof Authentication;
            return isAttempt
                    ? logins.get().authenticate((Authentication) call.getArguments()[0], (AuthenticationManager)
                            Objects.requireNonNull(call.getThis()))
                    : call.proceed();
        }
    }

    /** Makes proxies of the class of an object, or of its interfaces if there can be no class below it. */
    static final class Proxies {

        private Proxies() {}

        static Object of(Object target, MethodInterceptor interceptor) {
            ProxyFactory factory = new ProxyFactory(target);
            factory.setProxyTargetClass(!Modifier.isFinal(target.getClass().getModifiers()));
            factory.addAdvice(interceptor);
            return factory.getProxy(target.getClass().getClassLoader());
        }
    }
}
