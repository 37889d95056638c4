package io.weir.spring.internal.guard.login;

import java.lang.reflect.Modifier;
import org.aopalliance.intercept.MethodInterceptor;
import org.springframework.aop.framework.ProxyFactory;

/**
 * Makes proxies of managers. Spring Security demands back the class that it passes to processors of beans, so a proxy is of the class
 * of its target, or of the target's interfaces if there can be no class below it.
 */
final class ManagerProxies {

    private ManagerProxies() {}

    static Object of(Object target, MethodInterceptor interceptor) {
        ProxyFactory factory = new ProxyFactory(target);
        factory.setProxyTargetClass(!Modifier.isFinal(target.getClass().getModifiers()));
        factory.addAdvice(interceptor);
        return factory.getProxy(target.getClass().getClassLoader());
    }
}
