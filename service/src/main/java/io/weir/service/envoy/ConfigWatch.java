package io.weir.service.envoy;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks every second whether something has changed. */
final class ConfigWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ConfigWatch.class);

    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread watching = new Thread(task, "weir-envoy-config");
        watching.setDaemon(true);
        return watching;
    });

    @SuppressWarnings("FutureReturnValueIgnored") // It goes on until it is closed.
    ConfigWatch(Runnable look) {
        thread.scheduleWithFixedDelay(() -> run(look), 1, 1, TimeUnit.SECONDS);
    }

    /** Whatever happens, there will be another look. */
    private static void run(Runnable look) {
        try {
            look.run();
        } catch (RuntimeException failure) {
            LOG.error("Could not look whether the limits for Envoy have changed", failure);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
