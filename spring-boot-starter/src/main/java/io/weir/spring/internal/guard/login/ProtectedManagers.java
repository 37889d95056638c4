package io.weir.spring.internal.guard.login;

import java.util.Objects;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.core.Authentication;

/**
 * Protects every manager that is a bean, or that Spring Security makes and passes to the processors of beans.
 *
 * @param logins looked up at the first login, because Spring creates processors of beans early
 */
record ProtectedManagers(Supplier<ServletLogins> logins) implements BeanPostProcessor {

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        return bean instanceof AuthenticationManager ? ManagerProxies.of(bean, new Protecting(logins)) : bean;
    }

    private record Protecting(Supplier<ServletLogins> logins) implements MethodInterceptor {

        @Override
        public @Nullable Object invoke(MethodInvocation call) throws Throwable {
            return call.getArguments().length == 1 && call.getArguments()[0] instanceof Authentication tried
                    ? logins.get().authenticate(tried, (AuthenticationManager) Objects.requireNonNull(call.getThis()))
                    : call.proceed();
        }
    }
}
