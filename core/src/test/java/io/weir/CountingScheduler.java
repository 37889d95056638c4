package io.weir;

import io.weir.time.Scheduler;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A scheduler that remembers which tasks have neither run nor been cancelled. */
final class CountingScheduler implements Scheduler {

    private final Scheduler scheduler;
    private final Set<Object> pending = ConcurrentHashMap.newKeySet();

    CountingScheduler(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    int pending() {
        return pending.size();
    }

    @Override
    public long elapsedMicros() {
        return scheduler.elapsedMicros();
    }

    @Override
    public Runnable schedule(long delayMicros, Runnable task) {
        Object id = new Object();
        pending.add(id);
        Runnable cancel = scheduler.schedule(delayMicros, () -> {
            pending.remove(id);
            task.run();
        });
        return () -> {
            pending.remove(id);
            cancel.run();
        };
    }

    @Override
    public void execute(Runnable task) {
        scheduler.execute(task);
    }
}
