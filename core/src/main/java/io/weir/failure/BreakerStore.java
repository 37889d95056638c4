package io.weir.failure;

import io.weir.store.Store;
import io.weir.store.spi.StoreRefusedException;
import io.weir.time.Scheduler;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A circuit breaker: once the store {@linkplain RecentFailures keeps failing}, calls fail at once until a probe
 * succeeds. Probes run in the background, with or without calls. A {@linkplain StoreRefusedException refusal} counts as
 * an answer. Calls that were not sent because too many others wait do not count as failures.
 */
final class BreakerStore extends GuardedStore {

    private static final Logger LOG = System.getLogger(BreakerStore.class.getName());

    private static final long PROBE_EVERY_MICROS = 250_000;

    private final Scheduler scheduler;
    private final RecentFailures outcomes = new RecentFailures();

    /**
     * The reason why the store is not asked; null while it is asked. Written only under the lock of {@code outcomes}.
     */
    private volatile @Nullable StoreUnavailableException open;

    private long openedMicros;
    private Runnable cancelProbe = () -> {};
    private boolean closed;

    public BreakerStore(Store store, Scheduler scheduler) {
        super(store);
        this.scheduler = scheduler;
    }

    /** Returns whether the store is not asked at present. */
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
        String cause = Failures.reason(failure);
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
                // A store that is out of memory can still be read.
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
        double seconds = (scheduler.elapsedMicros() - openedMicros) / 1e6;
        LOG.log(
                Level.INFO,
                String.format(Locale.ROOT, "the shared store answers again and is asked, after %.1f s", seconds));
    }

    /** Probes the store even while the breaker is open. */
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
