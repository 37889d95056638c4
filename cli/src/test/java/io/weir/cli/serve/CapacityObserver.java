package io.weir.cli.serve;

import io.weir.blackbox.Instance;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Sends checks to an instance one after the other, and records the limit that decides each. */
final class CapacityObserver {

    /** Leaves the processors to the instances: most of the time a test waits for the next look at the policy. */
    private static final long PAUSE_NANOS = 1_000_000;

    private final Instance instance;
    private final String key;
    private final List<String> faults = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Long> answerCount = new CompletableFuture<>();
    private volatile long newest;
    private volatile boolean stopped;

    private CapacityObserver(Instance instance, String key, long capacity) {
        this.instance = instance;
        this.key = key;
        this.newest = capacity;
    }

    /** @param capacity the capacity of the first limit; each later limit has one permit more */
    static CapacityObserver of(Instance instance, String key, long capacity) {
        CapacityObserver observer = new CapacityObserver(instance, key, capacity);
        Thread thread = new Thread(observer::observe, "observer");
        thread.setDaemon(true);
        thread.start();
        return observer;
    }

    private void observe() {
        long answers = 0;
        try {
            while (!stopped) {
                record(instance.checked(key));
                answers++;
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        } catch (RuntimeException lost) {
            faults.add("no answer: " + lost);
        }
        answerCount.complete(answers);
    }

    private void record(HttpResponse<String> answer) {
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

    /** Returns the capacity of the limit that decided the last check. */
    long newest() {
        return newest;
    }

    List<String> faults() {
        return faults;
    }

    /** Stops, and returns the number of answers. */
    long stop() throws Exception {
        stopped = true;
        return answerCount.get(60, TimeUnit.SECONDS);
    }
}
