package io.weir.live.internal;

import io.weir.policyfile.PolicyText;
import io.weir.time.Scheduler;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Reads files again every second and hands out what a changed version of them means. A version with mistakes is
 * reported once, and a file that cannot be read is reported each time. Thread-safe.
 */
public final class WatchedFiles<T> implements AutoCloseable {

    private static final long EVERY_MICROS = 1_000_000;

    /** Reads the files and parses their texts. */
    public interface Source<T> {

        List<PolicyText> texts() throws IOException;

        /** Throws an {@link IllegalArgumentException} if the texts have mistakes. */
        T parse(List<PolicyText> texts);
    }

    /** Receives every version. No two calls are made at the same time. */
    public interface Listener<T> {

        void changed(List<PolicyText> texts, T value);

        void unreadable(IOException failure);

        void wrong(RuntimeException mistakes);
    }

    private final Source<T> source;
    private final Listener<T> listener;
    private final Scheduler scheduler;
    private Optional<List<PolicyText>> seen = Optional.empty();
    private Runnable cancel = () -> {};
    private boolean closed;

    private WatchedFiles(Source<T> source, Listener<T> listener, Scheduler scheduler) {
        this.source = source;
        this.listener = listener;
        this.scheduler = scheduler;
    }

    /** Starts to watch. The first version is handed out before this method returns; throws if it cannot be used. */
    public static <T> WatchedFiles<T> start(Source<T> source, Listener<T> listener, Scheduler scheduler)
            throws IOException {
        WatchedFiles<T> watched = new WatchedFiles<>(source, listener, scheduler);
        watched.read();
        watched.scheduleNextPoll();
        return watched;
    }

    private synchronized void scheduleNextPoll() {
        if (!closed) {
            // Parsing may take long, so it does not run on the timer's thread.
            cancel = scheduler.schedule(EVERY_MICROS, () -> scheduler.execute(this::poll));
        }
    }

    private synchronized void poll() {
        try {
            read();
        } catch (IOException failure) {
            // A file that comes back unchanged is parsed again, so that the problem ends.
            seen = Optional.empty();
            listener.unreadable(failure);
        } catch (RuntimeException mistakes) {
            listener.wrong(mistakes);
        }
        scheduleNextPoll();
    }

    private synchronized void read() throws IOException {
        List<PolicyText> texts = source.texts();
        if (!seen.equals(Optional.of(texts))) {
            seen = Optional.of(texts);
            listener.changed(texts, source.parse(texts));
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        cancel.run();
    }
}
