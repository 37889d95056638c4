package io.weir.service.envoy;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a check for changed files every second. */
final class ConfigWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ConfigWatch.class);

    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread watching = new Thread(task, "weir-envoy-config");
        watching.setDaemon(true);
        return watching;
    });

    @SuppressWarnings("FutureReturnValueIgnored") // The task repeats until it is closed.
    ConfigWatch(Runnable check) {
        thread.scheduleWithFixedDelay(() -> run(check), 1, 1, TimeUnit.SECONDS);
    }

    /** Catches every failure, so that the next check runs. */
    private static void run(Runnable check) {
        try {
            check.run();
        } catch (RuntimeException failure) {
            LOG.error("Could not check whether the limits for Envoy have changed", failure);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
