package io.weir.time;

import java.time.Duration;
import java.time.Instant;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that moves only when it is told to, for tests and for replaying the past. Thread-safe.
 *
 * <p>As a {@link Scheduler} it runs due tasks while it is advanced, each at its exact instant and on the thread that
 * advances it. Moving it back changes the clock like a step of the wall clock, in which no time elapses.
 */
public final class ManualTime implements TimeSource, Scheduler {

    private record Task(long dueMicros, long number, Runnable work) implements Comparable<Task> {
        @Override
        public int compareTo(Task other) {
            return dueMicros == other.dueMicros
                    ? Long.compare(number, other.number)
                    : Long.compare(dueMicros, other.dueMicros);
        }
    }

    private final AtomicLong micros;
    private final PriorityQueue<Task> tasks = new PriorityQueue<>();
    private long elapsedMicros;
    private long scheduled;

    private ManualTime(long micros) {
        this.micros = new AtomicLong(micros);
    }

    /** Creates a clock that shows the start of 2026. */
    public static ManualTime create() {
        return at(Instant.parse("2026-01-01T00:00:00Z"));
    }

    public static ManualTime at(Instant instant) {
        return new ManualTime(TimeUnit.MICROSECONDS.convert(Duration.between(Instant.EPOCH, instant)));
    }

    @Override
    public long nowMicros() {
        return micros.get();
    }

    /** Advances the clock; a negative duration sets it back. */
    public void advance(Duration duration) {
        advanceMicros(TimeUnit.MICROSECONDS.convert(duration));
    }

    /** Advances the clock; a negative number sets it back. */
    public void advanceMicros(long duration) {
        if (duration < 0) {
            micros.addAndGet(duration);
            return;
        }
        long left = duration;
        while (left >= 0) {
            left = advanceToNextTask(left);
        }
    }

    /** Runs the next due task and returns the rest of the duration after it; a negative number if no task was due. */
    private long advanceToNextTask(long duration) {
        Task next;
        long step;
        synchronized (tasks) {
            next = tasks.peek();
            step = next == null ? duration : Math.min(duration, Math.max(0, next.dueMicros - elapsedMicros));
            elapsedMicros += step;
            micros.addAndGet(step);
            if (next == null || next.dueMicros > elapsedMicros) {
                return -1;
            }
            tasks.remove();
        }
        next.work.run();
        return duration - step;
    }

    @Override
    public long elapsedMicros() {
        synchronized (tasks) {
            return elapsedMicros;
        }
    }

    @Override
    public Runnable schedule(long delayMicros, Runnable work) {
        synchronized (tasks) {
            Task task = new Task(elapsedMicros + delayMicros, scheduled++, work);
            tasks.add(task);
            return () -> cancel(task);
        }
    }

    private void cancel(Task task) {
        synchronized (tasks) {
            tasks.remove(task);
        }
    }

    /** Runs the task at once, on this thread. */
    @Override
    public void execute(Runnable task) {
        task.run();
    }
}
