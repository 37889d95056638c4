package io.weir.service.http.connection;

import io.netty.util.concurrent.EventExecutor;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;
import reactor.netty.http.server.HttpServer;

/**
 * Ends the process when an event loop has died, for example after it ran out of memory: its connections would never be answered
 * again, unnoticed. A supervisor restarts the process.
 */
public final class LoopWatch implements ApplicationListener<ContextClosedEvent> {

    /** The exit code of a process that ends itself because it can no longer serve; not one on which supervisors give up. */
    public static final int EXIT_CODE = 70;

    private static final Logger LOG = LoggerFactory.getLogger(LoopWatch.class);

    private final Consumer<String> end;
    private final Set<EventExecutor> watched = ConcurrentHashMap.newKeySet();
    private volatile boolean ending;

    public LoopWatch() {
        this(LoopWatch::endProcess);
    }

    /** Calls {@code end} with the name of a loop that has died. */
    LoopWatch(Consumer<String> end) {
        this.end = end;
    }

    public HttpServer in(HttpServer server) {
        return server.doOnChannelInit((observer, channel, remote) -> watch(channel.eventLoop()));
    }

    /** Watches a loop from now on; calling it again changes nothing. */
    void watch(EventExecutor loop) {
        if (watched.add(loop)) {
            loop.terminationFuture().addListener(ended -> ended(loop.toString()));
        }
    }

    /** Called when a loop has ended, whether that was expected or not. */
    public void ended(String loop) {
        if (!ending) {
            end.accept(loop);
        }
    }

    private static void endProcess(String loop) {
        try {
            LOG.error("The event loop {} has died, so this process ends: a supervisor must start it again", loop);
        } finally {
            // Unlike exit, halt does not run the shutdown hooks, which would wait for the dead loop.
            Runtime.getRuntime().halt(EXIT_CODE);
        }
    }

    /** Called when the service is about to end, and its loops with it. */
    @Override
    public void onApplicationEvent(ContextClosedEvent closing) {
        ending = true;
    }
}
