package io.weir.service;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.weir.live.FollowedPolicy;
import io.weir.live.PolicyStatus;
import io.weir.metrics.FailedLogins;
import io.weir.policy.Gate;
import io.weir.service.api.PagesApi;
import io.weir.service.api.RateLimitApi;
import io.weir.service.credentials.CredentialChecks;
import io.weir.service.envoy.EnvoyConfiguration;
import io.weir.service.envoy.EnvoyServing;
import io.weir.service.envoy.EnvoySettings;
import io.weir.service.evaluate.BatchApi;
import io.weir.service.evaluate.BotScoresApi;
import io.weir.service.evaluate.EvaluateApi;
import io.weir.service.evaluate.Evaluation;
import io.weir.service.evaluate.Receipts;
import io.weir.service.evaluate.SettleApi;
import io.weir.service.guard.GuardConfiguration;
import io.weir.service.guard.GuardHealthConfiguration;
import io.weir.service.guard.PresentedTokens;
import io.weir.service.guard.ServiceGuard;
import io.weir.service.guard.audit.AuditedChanges;
import io.weir.service.guard.bot.BotScores;
import io.weir.service.guard.challenge.ChallengeConfiguration;
import io.weir.service.guard.challenge.ServiceChallenges;
import io.weir.service.guard.login.LoginConfiguration;
import io.weir.service.http.Endpoint;
import io.weir.service.http.Endpoints;
import io.weir.service.http.FrontDoor;
import io.weir.service.http.RateLimitRoutes;
import io.weir.service.http.SpringProblems;
import io.weir.service.http.connection.Connections;
import io.weir.service.http.connection.FastLane;
import io.weir.service.http.connection.LoopWatch;
import io.weir.service.http.connection.PacedRefusals;
import io.weir.service.http.connection.Pipeline;
import io.weir.service.http.connection.SlowLane;
import io.weir.service.live.LiveConfiguration;
import io.weir.service.log.BrokenHttp;
import io.weir.service.log.SpringFailures;
import io.weir.service.observe.Observability;
import io.weir.service.observe.PolicyHealth;
import io.weir.service.observe.Scrapes;
import io.weir.service.observe.StoreHealth;
import io.weir.service.playground.SimulateApi;
import io.weir.service.subject.PrivacyConfiguration;
import io.weir.service.subject.SubjectsApi;
import io.weir.store.Store;
import io.weir.time.Scheduler;
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
public final class WeirService implements AutoCloseable {

    private final ConfigurableApplicationContext context;

    private WeirService(ConfigurableApplicationContext context) {
        this.context = context;
    }

    public static WeirService start(ServiceSettings settings) {
        return start(settings, Optional.empty());
    }

    /** Starts the service, and serves Envoy too if there are settings for it. */
    public static WeirService start(ServiceSettings settings, Optional<EnvoySettings> envoySettings) {
        for (String netty : List.of("io.netty", "io.grpc.netty.shaded.io.netty")) {
            // Netty's leak detector takes a stack trace for one buffer in a hundred.
            System.getProperties().putIfAbsent(netty + ".leakDetection.level", "disabled");
        }
        SpringApplicationBuilder application = new SpringApplicationBuilder(Configuration.class)
                .initializers(context -> context.getBeanFactory().registerSingleton("settings", settings));
        if (settings.guard().database().isPresent()) {
            application.sources(GuardHealthConfiguration.class);
        }
        envoySettings.ifPresent(envoy -> application
                .sources(EnvoyConfiguration.class)
                .initializers(context -> context.getBeanFactory().registerSingleton("envoySettings", envoy)));
        WeirService started = new WeirService(application
                // As arguments, so that SERVER_PORT and the like in the environment cannot change them.
                .run(
                "--server.port=" + settings.port(),
                "--server.address=" + settings.bind(),
                "--weir.logs=" + settings.logs()));
        FirstCalls first = new FirstCalls(
                settings.bind(), started.port(), settings.access().adminToken());
        first.health();
        envoySettings.ifPresent(envoy -> first.envoy());
        return started;
    }

    public int port() {
        return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    /** The part that serves Envoy, if there is one. */
    public Optional<EnvoyServing> envoy() {
        return Optional.ofNullable(context.getBeanProvider(EnvoyServing.class).getIfAvailable());
    }

    /** The gate of the service, for tests. */
    public Gate gate() {
        return context.getBean(Gate.class);
    }

    /** The meters of the service, for tests: unlike scrapes, they can be read as often as one likes. */
    MeterRegistry meters() {
        return context.getBean(MeterRegistry.class);
    }

    /** Whether the store answers at present. */
    public boolean storeAnswers() {
        return !StoreHealth.DEGRADED.equals(context.getBean(StoreHealth.class).status());
    }

    /** Whether the service is ready for requests. It is not ready while its policy cannot be read. */
    public boolean isReady() {
        return context.getBean(PolicyHealth.class).isReady();
    }

    /** The API keys and the audit of the service. */
    public ServiceGuard guard() {
        return context.getBean(ServiceGuard.class);
    }

    public PolicyStatus policy() {
        return context.getBean(FollowedPolicy.class).status();
    }

    @Override
    public void close() {
        context.close();
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({
        EngineConfiguration.class,
        PolicyConfiguration.class,
        GuardConfiguration.class,
        ChallengeConfiguration.class,
        LoginConfiguration.class,
        LiveConfiguration.class,
        PrivacyConfiguration.class
    })
    static class Configuration {

        @Bean
        RateLimitApi rateLimitApi(
                Gate gate, Observability observability, ServiceSettings settings, AuditedChanges audit) {
            return new RateLimitApi(gate, observability, settings, audit);
        }

        @Bean
        SubjectsApi subjectsApi(
                Gate gate, Observability observability, ServiceSettings settings, AuditedChanges audit) {
            return new SubjectsApi(gate, observability, settings.access(), audit);
        }

        @Bean
        Receipts receipts(Store store, ServiceSettings settings) {
            return Receipts.of(store, settings.pepper());
        }

        @Bean
        CredentialChecks credentialChecks(ServiceGuard guard, ServiceSettings settings, MeterRegistry registry) {
            return CredentialChecks.of(guard::opened, settings.credentials(), registry);
        }

        @Bean
        Evaluation evaluation(
                Gate gate,
                Observability observability,
                CredentialChecks credentials,
                Receipts receipts,
                BotScores bots,
                ServiceChallenges challenges) {
            return new Evaluation(gate, observability.tracing(), credentials, receipts, bots, challenges);
        }

        @Bean
        EvaluateApi evaluateApi(Evaluation evaluation, ServiceSettings settings) {
            return new EvaluateApi(evaluation, settings);
        }

        @Bean
        BatchApi batchApi(Evaluation evaluation, ServiceSettings settings) {
            return new BatchApi(evaluation, settings);
        }

        @Bean
        BotScoresApi botScoresApi(Evaluation evaluation, BotScores bots, ServiceSettings settings) {
            return new BotScoresApi(evaluation, bots, settings);
        }

        @Bean
        SettleApi settleApi(Receipts receipts, FailedLogins failedLogins, ServiceSettings settings) {
            return new SettleApi(receipts, failedLogins, settings.access());
        }

        @Bean
        SimulateApi simulateApi(ServiceSettings settings) {
            return new SimulateApi(settings.access(), Scheduler.system());
        }

        @Bean
        PagesApi pagesApi() {
            return new PagesApi();
        }

        @Bean
        Scrapes scrapes(PrometheusMeterRegistry registry) {
            return new Scrapes(registry);
        }

        @Bean
        FrontDoor frontDoor(
                List<Endpoints> all,
                ObjectProvider<EnvoySettings> envoy,
                ServiceSettings settings,
                PresentedTokens keys) {
            List<String> springPaths = new ArrayList<>(List.of("/actuator"));
            envoy.ifAvailable(served -> springPaths.addAll(List.of("/json", "/healthcheck")));
            List<Endpoint> endpoints =
                    all.stream().flatMap(some -> some.endpoints().stream()).toList();
            return settings.guard().database().isPresent()
                    ? new FrontDoor(endpoints, springPaths, settings.front().hosts(), keys)
                    : new FrontDoor(endpoints, springPaths, settings.front().hosts());
        }

        @Bean
        RateLimitRoutes rateLimitRoutes(FrontDoor door) {
            return new RateLimitRoutes(door);
        }

        @Bean
        NettyServerCustomizer pipeline(FrontDoor door, Connections connections, ServiceSettings settings) {
            FastLane.Shared fastLane = new FastLane.Shared(door, new PacedRefusals(), SlowLane.forSpring());
            return new Pipeline(settings.idleTimeout(), connections, fastLane)::in;
        }

        @Bean
        Connections connections(ServiceSettings settings) {
            return new Connections(
                    settings.front().mostConnections(), settings.front().mostHeldBytes());
        }

        /** Event loops of this server alone, one for each core: more loops would only wait for each other. */
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
    }
}
