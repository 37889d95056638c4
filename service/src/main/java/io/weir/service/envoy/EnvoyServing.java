package io.weir.service.envoy;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.metrics.subjects.DecisionListener;
import io.weir.policyfile.internal.envoy.Domains;
import io.weir.store.Store;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** All that serves Envoy, from the files to the port. */
public final class EnvoyServing implements AutoCloseable {

    private final ConfigFolder folder;
    private final Seen seen;
    private final ResponseWriter writer;
    private final RateLimits limits;
    private final GrpcServer server;
    private final ConfigWatch watch;

    EnvoyServing(EnvoySettings settings, Store store, MeterRegistry registry, DecisionListener observers)
            throws IOException {
        this.folder = new ConfigFolder(settings.folder());
        this.seen = new Seen(new DescriptorMeters(registry), observers);
        this.writer = new ResponseWriter(settings.withHeaders());
        this.limits = new RateLimits(() -> folder.state().domains(), new Decider(store), writer, seen);
        this.server = new GrpcServer(settings, new GrpcCalls(limits));
        use(folder.state().domains());
        this.watch = new ConfigWatch(this::refresh);
    }

    private void use(Domains domains) {
        seen.use(domains);
        writer.use(domains);
        server.setServing(!domains.isEmpty());
    }

    private void refresh() {
        if (folder.refresh()) {
            use(folder.state().domains());
        }
    }

    public int port() {
        return server.port();
    }

    /** Tells the name of each event loop of the gRPC port that ends while the port is open: its clients get no answers any more. */
    public void whenAnEventLoopEnds(Consumer<String> told) {
        server.whenAnEventLoopEnds(told);
    }

    /** {@code 3 domains}. */
    public String summary() {
        return ConfigFolder.count(folder.state().domains());
    }

    RateLimits limits() {
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
        watch.close();
        server.close();
    }
}
