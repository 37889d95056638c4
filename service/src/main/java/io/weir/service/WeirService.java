package io.weir.service;

import io.weir.live.PolicySource;
import io.weir.live.Standing;
import io.weir.policy.Gate;
import io.weir.service.envoy.EnvoyConfiguration;
import io.weir.service.envoy.EnvoyServing;
import io.weir.service.envoy.EnvoySettings;
import io.weir.service.log.BrokenHttp;
import io.weir.service.log.SpringFailures;
import io.weir.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.http.client.ReactorResourceFactory;
import reactor.netty.resources.LoopResources;

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
        for (String netty : List.of("io.netty", "io.grpc.netty.shaded.io.netty")) {
            // Looks for buffers that are not given back, which costs a stack trace for one buffer in a hundred.
            System.getProperties().putIfAbsent(netty + ".leakDetection.level", "disabled");
        }
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

    /** For tests. */
    Gate gate() {
        return context.getBean(Gate.class);
    }

    /** Whether the store answers at present. */
    boolean storeAnswers() {
        return !StoreHealth.DEGRADED.equals(context.getBean(StoreHealth.class).status());
    }

    /** Whether the service may be sent requests: not if its policy cannot be read. */
    boolean isReady() {
        return context.getBean(PolicyHealth.class).isReady();
    }

    Standing policy() {
        return context.getBean(PolicySource.class).standing();
    }

    @Override
    public void close() {
        context.close();
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({EngineConfiguration.class, PolicyConfiguration.class})
    static class Configuration {

        @Bean
        RateLimitApi rateLimitApi(Gate gate, Store store, Seeing seeing, ServiceSettings settings) {
            return new RateLimitApi(gate, store, seeing, settings);
        }

        @Bean
        SubjectsApi subjectsApi(Gate gate, Store store, Seeing seeing, ServiceSettings settings) {
            return new SubjectsApi(new SubjectCounters(gate, store), seeing, settings.access());
        }

        @Bean
        EvaluateApi evaluateApi(Gate gate, Seeing seeing, ServiceSettings settings) {
            return new EvaluateApi(gate, seeing.tracing(), settings);
        }

        @Bean
        PagesApi pagesApi() {
            return new PagesApi();
        }

        @Bean
        FrontDoor frontDoor(List<Endpoints> all, ObjectProvider<EnvoySettings> envoy, ServiceSettings settings) {
            List<String> springPaths = new ArrayList<>(List.of("/actuator"));
            envoy.ifAvailable(served -> springPaths.addAll(List.of("/json", "/healthcheck")));
            List<Endpoint> endpoints =
                    all.stream().flatMap(some -> some.endpoints().stream()).toList();
            return new FrontDoor(endpoints, springPaths, settings.front().hosts());
        }

        @Bean
        RateLimitRoutes rateLimitRoutes(FrontDoor door) {
            return new RateLimitRoutes(door);
        }

        @Bean
        NettyServerCustomizer fastLane(FrontDoor door) {
            FastLane.Shared shared = new FastLane.Shared(door, new PacedRefusals(), new SlowLane());
            return server -> FastLane.in(server, shared);
        }

        @Bean
        Connections connections(ServiceSettings settings) {
            return new Connections(
                    settings.front().mostConnections(), settings.front().mostHeldBytes());
        }

        /** Event loops of its own, one for each core: more of them only wait for each other. */
        @Bean
        ReactorResourceFactory eventLoops() {
            int cores = Runtime.getRuntime().availableProcessors();
            ReactorResourceFactory resources = new ReactorResourceFactory();
            resources.setUseGlobalResources(false);
            resources.setLoopResourcesSupplier(() -> LoopResources.create("weir-http", cores, true));
            resources.setShutdownQuietPeriod(Duration.ZERO);
            return resources;
        }

        @Bean
        LoopWatch loopWatch(ObjectProvider<EnvoyServing> envoy) {
            LoopWatch watch = new LoopWatch();
            envoy.ifAvailable(serving -> serving.whenAnEventLoopEnds(watch::ended));
            return watch;
        }

        @Bean
        NettyServerCustomizer watchedLoops(LoopWatch watch) {
            return watch::in;
        }

        @Bean
        NettyServerCustomizer brokenHttp() {
            return server -> server.httpMessageLogFactory(new BrokenHttp());
        }

        @Bean
        SpringProblems springProblems() {
            return new SpringProblems();
        }

        @Bean
        SpringFailures springFailures() {
            return new SpringFailures();
        }

        @Bean
        NettyServerCustomizer strictHttp() {
            return server -> HeaderFolds.in(StrictHttp.in(Pipelining.in(server)));
        }

        @Bean
        NettyServerCustomizer clientDeadline(ServiceSettings settings, Connections connections) {
            return server -> ClientDeadline.in(server, settings.idleTimeout(), connections);
        }
    }
}
