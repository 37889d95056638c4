package io.weir.service;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.metrics.BypassAttempts;
import io.weir.metrics.MemoryStoreMetrics;
import io.weir.metrics.MeteredStore;
import io.weir.service.envoy.EnvoyConfiguration;
import io.weir.service.envoy.EnvoyServing;
import io.weir.service.envoy.EnvoySettings;
import io.weir.service.log.BrokenHttp;
import io.weir.service.log.SpringFailures;
import io.weir.store.MemoryStore;
import io.weir.store.Store;
import java.util.Optional;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** The running service: Spring Boot with the rate limit routes in front. */
final class WeirService implements AutoCloseable {

    private final ConfigurableApplicationContext context;

    private WeirService(ConfigurableApplicationContext context) {
        this.context = context;
    }

    static WeirService start(ServiceSettings settings) {
        return start(settings, Optional.empty());
    }

    /** With Envoy served as well, if there are settings for it. */
    static WeirService start(ServiceSettings settings, Optional<EnvoySettings> envoySettings) {
        // One event loop for each core: more of them only wait for each other.
        System.setProperty(
                "reactor.netty.ioWorkerCount",
                Integer.toString(Runtime.getRuntime().availableProcessors()));
        SpringApplicationBuilder application = new SpringApplicationBuilder(Configuration.class)
                .initializers(context -> context.getBeanFactory().registerSingleton("settings", settings));
        envoySettings.ifPresent(envoy -> application
                .sources(EnvoyConfiguration.class)
                .initializers(context -> context.getBeanFactory().registerSingleton("envoySettings", envoy)));
        return new WeirService(application
                // As arguments, so that SERVER_PORT and the like in the environment cannot change them.
                .run(
                "--server.port=" + settings.port(),
                "--server.address=" + settings.bind(),
                "--weir.logs=" + settings.logs()));
    }

    int port() {
        return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    /** What serves Envoy, if that is wanted. */
    Optional<EnvoyServing> envoy() {
        return Optional.ofNullable(context.getBeanProvider(EnvoyServing.class).getIfAvailable());
    }

    @Override
    public void close() {
        context.close();
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Configuration {

        @Bean
        MemoryStore memory() {
            return new MemoryStore();
        }

        @Bean
        MemoryStoreMetrics memoryMetrics(MemoryStore memory) {
            return new MemoryStoreMetrics(memory);
        }

        @Bean
        @Primary
        Store store(MemoryStore memory, MeterRegistry registry) {
            return new MeteredStore(memory, registry);
        }

        @Bean
        RateLimitApi rateLimitApi(Store store, MeterRegistry registry, ServiceSettings settings) {
            return new RateLimitApi(store, new BypassAttempts(registry), settings);
        }

        @Bean
        RateLimitRoutes rateLimitRoutes(RateLimitApi api) {
            return new RateLimitRoutes(api);
        }

        @Bean
        NettyServerCustomizer fastLane(RateLimitApi api) {
            return server -> FastLane.in(server, api.check());
        }

        @Bean
        NettyServerCustomizer brokenHttp() {
            return server -> server.httpMessageLogFactory(new BrokenHttp());
        }

        @Bean
        SpringFailures springFailures() {
            return new SpringFailures();
        }

        @Bean
        NettyServerCustomizer strictHttp() {
            return StrictHttp::in;
        }

        @Bean
        NettyServerCustomizer clientDeadline(ServiceSettings settings) {
            return server -> ClientDeadline.in(server, settings.idleTimeout());
        }
    }
}
