package io.weir.cli.serve;

import io.weir.blackbox.Instance;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Asks an instance again and again, one check after the other, and sees by which limits they are decided. */
final class Asker {

    /** Leaves the processors to the instances: most of the time a test waits for the next look at the policy. */
    private static final long PAUSE_NANOS = 1_000_000;

    private final Instance instance;
    private final String key;
    private final List<String> faults = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Long> asking = new CompletableFuture<>();
    private volatile long newest;
    private volatile boolean stopped;

    private Asker(Instance instance, String key, long capacity) {
        this.instance = instance;
        this.key = key;
        this.newest = capacity;
    }

    /** @param capacity of the limit at first; each new one is larger */
    static Asker of(Instance instance, String key, long capacity) {
        Asker asker = new Asker(instance, key, capacity);
        Thread thread = new Thread(asker::ask, "asker");
        thread.setDaemon(true);
        thread.start();
        return asker;
    }

    private void ask() {
        long answers = 0;
        try {
            while (!stopped) {
                see(instance.checked(key));
                answers++;
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        } catch (RuntimeException lost) {
            faults.add("no answer: " + lost);
        }
        asking.complete(answers);
    }

    private void see(HttpResponse<String> answer) {
        long capacity = answer.headers().firstValueAsLong("X-RateLimit-Limit").orElse(-1);
        if (answer.statusCode() != 200 && answer.statusCode() != 429) {
            faults.add(answer.statusCode() + ": " + answer.body());
        } else if (capacity != newest && capacity != newest + 1) {
            faults.add("decided by a limit of " + capacity + " after one of " + newest);
        } else if (answer.body().contains("degraded")) {
            faults.add(answer.body());
        } else {
            newest = capacity;
        }
    }

    /** The capacity of the limit that decided last. */
    long newest() {
        return newest;
    }

    List<String> faults() {
        return faults;
    }

    /** How many answers it had. */
    long stop() throws Exception {
        stopped = true;
        return asking.get(60, TimeUnit.SECONDS);
    }
}
