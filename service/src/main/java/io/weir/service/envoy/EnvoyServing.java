package io.weir.service.envoy;

import io.weir.policyfile.internal.envoy.Domains;
import io.weir.service.envoy.decide.Decider;
import io.weir.service.envoy.observe.EnvoyObservers;
import io.weir.service.envoy.wire.ResponseWriter;
import io.weir.store.Store;
import io.weir.time.Scheduler;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Serves Envoy: connects the files, the decisions, the observers and the gRPC port. */
public final class EnvoyServing implements AutoCloseable {

    private final ConfigFolder folder;
    private final EnvoyObservers calls;
    private final ResponseWriter writer;
    private final ShouldRateLimit limits;
    private final GrpcServer server;

    EnvoyServing(EnvoySettings settings, EnvoyCallers callers, Store store, EnvoyObservers observers)
            throws IOException {
        this(settings, new ConfigFolder(settings.folder(), Scheduler.system()), callers, store, observers);
    }

    EnvoyServing(
            EnvoySettings settings, ConfigFolder folder, EnvoyCallers callers, Store store, EnvoyObservers observers)
            throws IOException {
        this.folder = folder;
        this.calls = observers;
        this.writer = new ResponseWriter(settings.withHeaders());
        this.limits = new ShouldRateLimit(() -> folder.state().domains(), new Decider(store), writer, calls);
        this.server = new GrpcServer(settings, callers, new GrpcCalls(limits));
        folder.follow(this::use);
    }

    private void use(Domains domains) {
        calls.use(domains);
        writer.use(domains);
        server.setServing(!domains.isEmpty());
    }

    public int port() {
        return server.port();
    }

    /**
     * Calls back with the name of each event loop of the gRPC port that ends while the port is open; the clients of such a loop get no
     * responses any more.
     */
    public void whenAnEventLoopEnds(Consumer<String> listener) {
        server.whenAnEventLoopEnds(listener);
    }

    /** The number of domains, such as {@code 3 domains}. */
    public String summary() {
        return ConfigFolder.count(folder.state().domains());
    }

    ShouldRateLimit limits() {
        return limits;
    }

    ConfigFolder.State state() {
        return folder.state();
    }

    @Nullable
    String publicProblem() {
        return folder.publicProblem();
    }

    @Override
    public void close() {
        folder.close();
        server.close();
    }
}
