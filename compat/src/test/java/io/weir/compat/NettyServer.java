package io.weir.compat;

import java.util.stream.Stream;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.util.ClassUtils;

/** Runs a reactive application on Netty although Tomcat is on the class path too. */
final class NettyServer implements ImportBeanDefinitionRegistrar {

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        ClassLoader loader = NettyServer.class.getClassLoader();
        String factory = Stream.of(
                        "org.springframework.boot.web.embedded.netty.NettyReactiveWebServerFactory",
                        "org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory")
                .filter(name -> ClassUtils.isPresent(name, loader))
                .findFirst()
                .orElseThrow();
        registry.registerBeanDefinition("netty", new RootBeanDefinition(ClassUtils.resolveClassName(factory, loader)));
    }
}
