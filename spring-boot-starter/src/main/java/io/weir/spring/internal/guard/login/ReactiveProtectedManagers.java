package io.weir.spring.internal.guard.login;

import java.util.Objects;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.security.authentication.ReactiveAuthenticationManager;
import org.springframework.security.config.ObjectPostProcessor;
import org.springframework.security.core.Authentication;

/**
 * Protects every manager that is a bean, and the one that Spring Security makes if none is. It passes that one to a single
 * processor of objects, known by its name, so this changes that processor.
 *
 * @param logins looked up at the first login, because Spring creates processors of beans early
 */
record ReactiveProtectedManagers(Supplier<ReactiveLogins> logins) implements BeanPostProcessor {

    private static final String OF_SPRING_SECURITY = "reactiveAuthenticationManagerPostProcessor";

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof ReactiveAuthenticationManager) {
            return ManagerProxies.of(bean, new Protecting(logins));
        }
        return bean instanceof ObjectPostProcessor<?> processor && name.equals(OF_SPRING_SECURITY)
                ? changed(processor)
                : bean;
    }

    @SuppressWarnings("unchecked")
    private ProtectingProcessor changed(ObjectPostProcessor<?> processor) {
        return new ProtectingProcessor((ObjectPostProcessor<ReactiveAuthenticationManager>) processor, this);
    }

    /** Passes managers to the processor of Spring Security first. */
    private record ProtectingProcessor(
            ObjectPostProcessor<ReactiveAuthenticationManager> first, ReactiveProtectedManagers second)
            implements ObjectPostProcessor<ReactiveAuthenticationManager> {

        @Override
        @SuppressWarnings("unchecked")
        public <O extends ReactiveAuthenticationManager> O postProcess(O manager) {
            ReactiveAuthenticationManager processed = first.postProcess(manager);
            return (O) second.postProcessAfterInitialization(processed, OF_SPRING_SECURITY);
        }
    }

    private record Protecting(Supplier<ReactiveLogins> logins) implements MethodInterceptor {

        @Override
        public @Nullable Object invoke(MethodInvocation call) throws Throwable {
            return call.getArguments().length == 1 && call.getArguments()[0] instanceof Authentication tried
                    ? logins.get()
                            .authenticate(tried, (ReactiveAuthenticationManager) Objects.requireNonNull(call.getThis()))
                    : call.proceed();
        }
    }
}
