package io.weir.service.guard;

import io.netty.util.concurrent.DefaultThreadFactory;
import io.weir.guard.jdbc.DatabaseInUseException;
import io.weir.guard.jdbc.PepperMismatchException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * API keys and the audit of this service. The database opens on a thread of its own while the service starts, because that takes
 * seconds; no check waits for it. Thread-safe.
 */
public final class ServiceGuard implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ServiceGuard.class);
    private static final int MOST_WAITING = 100;
    private static final int MOST_NAME = 100;

    private final Optional<DatabaseSettings> settings;
    private final CompletableFuture<OpenGuard> opening = new CompletableFuture<>();
    private final ThreadPoolExecutor work = new ThreadPoolExecutor(
            2,
            2,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(MOST_WAITING),
            new DefaultThreadFactory("weir-guard", true));

    /** Set once, so that a check reads one field. */
    private volatile @Nullable OpenGuard opened;

    private ServiceGuard(Optional<DatabaseSettings> settings) {
        this.settings = settings;
    }

    /** Begins to open the database, if there is one in the settings. */
    public static ServiceGuard start(GuardSettings settings) {
        ServiceGuard guard = new ServiceGuard(settings.database());
        if (settings.database().isEmpty()) {
            guard.opening.completeExceptionally(
                    new GuardClosedException("this service keeps no API keys and no audit: it runs with --no-guard,"
                            + " or has no data folder and no --database"));
        } else {
            guard.work.execute(() -> guard.open(settings.database().get(), settings));
        }
        return guard;
    }

    private void open(DatabaseSettings database, GuardSettings settings) {
        try {
            OpenGuard guard = OpenGuard.of(database, node(), settings);
            opened = guard;
            opening.complete(guard);
        } catch (DatabaseInUseException | PepperMismatchException unusable) {
            LOG.error("API keys and the audit are not available: {}", unusable.getMessage());
            opening.completeExceptionally(new GuardClosedException(unusable.getMessage(), unusable));
        } catch (RuntimeException | LinkageError failure) {
            LOG.error("API keys and the audit are not available, because their database cannot be opened", failure);
            opening.completeExceptionally(
                    new GuardClosedException("the database of the keys cannot be opened", failure));
        }
    }

    private static String node() {
        String process = "-" + ProcessHandle.current().pid();
        try {
            String host = InetAddress.getLocalHost().getHostName();
            return host.substring(0, Math.min(host.length(), MOST_NAME - process.length())) + process;
        } catch (UnknownHostException nameless) {
            return "weir" + process;
        }
    }

    /** Whether the service has a database for keys and the audit. */
    public boolean isWanted() {
        return settings.isPresent();
    }

    /** The kind of the database, such as {@code h2}. */
    public Optional<DatabaseSettings> settings() {
        return settings;
    }

    /** The opened guard; empty while it opens, and if it cannot be opened. */
    public Optional<OpenGuard> opened() {
        return Optional.ofNullable(opened);
    }

    /** Waits until the database is open, and returns what keeps it from being used for good. */
    public Optional<String> awaitOpening() {
        try {
            opening.join();
            return Optional.empty();
        } catch (CompletionException failure) {
            return failure.getCause() != null
                            && failure.getCause().getCause() instanceof PepperMismatchException mismatch
                    ? Optional.ofNullable(mismatch.getMessage())
                    : Optional.empty();
        }
    }

    /**
     * Does work that may wait for the database, on a thread of the guard. The stage fails with {@link GuardClosedException} if
     * the database is not open yet, or not at all.
     */
    public <T> CompletionStage<T> ask(Function<OpenGuard, T> question) {
        if (!opening.isDone()) {
            return CompletableFuture.failedStage(new GuardClosedException(
                    "the database of the keys is still being opened; try again in a few seconds"));
        }
        OpenGuard guard = opened;
        if (guard == null) {
            return opening.thenApply(question);
        }
        try {
            return CompletableFuture.supplyAsync(() -> question.apply(guard), work);
        } catch (RejectedExecutionException busy) {
            return CompletableFuture.failedStage(
                    new GuardClosedException("too many calls wait for the database of the keys; try again later"));
        }
    }

    @Override
    public void close() {
        work.shutdown();
        try {
            if (!work.awaitTermination(5, TimeUnit.SECONDS)) {
                work.shutdownNow();
            }
        } catch (InterruptedException interrupted) {
            work.shutdownNow();
            Thread.currentThread().interrupt();
        }
        opened().ifPresent(OpenGuard::close);
    }
}
