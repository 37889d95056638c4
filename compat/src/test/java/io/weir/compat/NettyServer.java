package io.weir.compat;

import java.util.stream.Stream;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.util.ClassUtils;

/** Lets a reactive application run on Netty, though Tomcat is there too. */
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
