package io.weir.failure;

import io.weir.store.Store;
import io.weir.store.spi.StoreRefusedException;
import io.weir.time.Scheduler;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store that is not asked any more once it {@linkplain RecentFailures keeps failing}, so that its hanging costs nothing, until a
 * probe of it succeeds. Probes are made in the background, whether or not anybody calls. A {@linkplain StoreRefusedException
 * refusal} is an answer, and calls that were not sent because too many wait say nothing about the store.
 */
final class BreakerStore extends GuardedStore {

    private static final Logger LOG = System.getLogger(BreakerStore.class.getName());

    private static final long PROBE_EVERY_MICROS = 250_000;

    private final Scheduler scheduler;
    private final RecentFailures outcomes = new RecentFailures();

    /** Why the store is not asked; null when it is. Written only while holding the outcomes. */
    private volatile @Nullable StoreUnavailableException open;

    private long openedMicros;
    private Runnable cancelProbe = () -> {};
    private boolean closed;

    public BreakerStore(Store store, Scheduler scheduler) {
        super(store);
        this.scheduler = scheduler;
    }

    /** Whether the store is not asked at present. */
    public boolean isOpen() {
        return open != null;
    }

    @Override
    <T> CompletionStage<T> guard(Supplier<CompletionStage<T>> call) {
        StoreUnavailableException reason = open;
        if (reason != null) {
            return CompletableFuture.failedStage(reason);
        }
        return call.get().whenComplete((answer, failure) -> record(failure));
    }

    private void record(@Nullable Throwable failure) {
        synchronized (outcomes) {
            long nowMicros = scheduler.elapsedMicros();
            if (failure != null && Failures.isOwnDoing(failure)) {
                return;
            }
            if (failure == null || Failures.isRefusal(failure)) {
                outcomes.succeeded(nowMicros);
            } else if (outcomes.failedTooOften(nowMicros) && open == null) {
                open(failure, nowMicros);
            }
        }
    }

    private void open(Throwable failure, long nowMicros) {
        Throwable cause = Failures.cause(failure);
        open = new StoreUnavailableException(
                "the store fails and is not asked until a probe succeeds; it said: " + cause);
        openedMicros = nowMicros;
        LOG.log(Level.ERROR, "the shared store fails and is not asked until a probe succeeds: " + cause);
        probeLater();
    }

    private void probeLater() {
        if (!closed) {
            cancelProbe = scheduler.schedule(PROBE_EVERY_MICROS, () -> scheduler.execute(this::tryAgain));
        }
    }

    private void tryAgain() {
        CompletionStage<Void> answer;
        try {
            answer = store().probe();
        } catch (RuntimeException failure) {
            answer = CompletableFuture.failedStage(failure);
        }
        answer.whenComplete((done, failure) -> {
            synchronized (outcomes) {
                // A store that is full can still be read.
                if (failure == null || Failures.isRefusal(failure)) {
                    recovered();
                } else {
                    probeLater();
                }
            }
        });
    }

    private void recovered() {
        outcomes.clear();
        open = null;
        Duration outage = Duration.ofMillis((scheduler.elapsedMicros() - openedMicros) / 1_000);
        LOG.log(Level.INFO, "the shared store answers again and is asked, after " + outage);
    }

    /** Asks the store itself, also while nobody else does. */
    @Override
    public CompletionStage<Void> probe() {
        return store().probe();
    }

    @Override
    public void close() {
        synchronized (outcomes) {
            closed = true;
            cancelProbe.run();
        }
        super.close();
    }
}
