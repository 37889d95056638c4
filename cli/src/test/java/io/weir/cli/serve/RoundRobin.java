package io.weir.cli.serve;

import static org.awaitility.Awaitility.await;

import io.weir.blackbox.Calls;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** Four callers that check one key in a loop, each check at the next of several services. */
final class RoundRobin implements AutoCloseable {

    /** Leaves the processors to the services: most of the time a test waits for something else than answers. */
    private static final long PAUSE_NANOS = 500_000;

    private final String query;
    private final List<Integer> ports = new CopyOnWriteArrayList<>();
    private final AtomicInteger next = new AtomicInteger();
    private final LongAdder allowed = new LongAdder();
    private final LongAdder degraded = new LongAdder();
    private final Map<Integer, LongAdder> answered = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<String> failed = new ConcurrentLinkedQueue<>();
    private final ExecutorService callers = Executors.newFixedThreadPool(4);
    private volatile boolean stopped;

    RoundRobin(String query) {
        this.query = query;
        for (int i = 0; i < 4; i++) {
            callers.execute(this::call);
        }
    }

    void add(int port) {
        ports.add(port);
    }

    /** Sends no further checks to this port; failures of checks on their way to it do not count. */
    void remove(int port) {
        ports.remove((Object) port);
    }

    private void call() {
        while (!stopped) {
            List<Integer> now = List.copyOf(ports);
            if (now.isEmpty()) {
                Thread.onSpinWait();
                continue;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
            int port = now.get(Math.floorMod(next.getAndIncrement(), now.size()));
            try {
                count(port, new Calls(port).check(query));
            } catch (IOException unreachable) {
                if (ports.contains(port)) {
                    ignoreIfRemoved(port, unreachable);
                }
            } catch (Exception failure) {
                failed.add(failure.toString());
            }
        }
    }

    /** A failure counts only if the process stays in the list; a killed process is removed a moment later. */
    private void ignoreIfRemoved(int port, IOException unreachable) {
        try {
            await().atMost(Duration.ofSeconds(10)).until(() -> !ports.contains(port));
        } catch (RuntimeException stillThere) {
            failed.add(unreachable.toString());
        }
    }

    private void count(int port, HttpResponse<String> response) {
        int status = response.statusCode();
        if (status != 200 && status != 429) {
            failed.add(status + " " + response.body());
            return;
        }
        boolean marked = Calls.json(response).path("degraded").asBoolean();
        if (marked) {
            degraded.increment();
        } else if (status == 200) {
            allowed.increment();
        }
        answered.computeIfAbsent(port, first -> new LongAdder()).increment();
    }

    long answered() {
        return answered.values().stream().mapToLong(LongAdder::sum).sum();
    }

    long answeredBy(int port) {
        return answered.getOrDefault(port, new LongAdder()).sum();
    }

    /** Returns how many checks Redis allowed. */
    long allowed() {
        return allowed.sum();
    }

    /** Returns how many checks were decided without Redis. */
    long degraded() {
        return degraded.sum();
    }

    List<String> failed() {
        return List.copyOf(failed);
    }

    void awaitAnswered(long calls) {
        await().atMost(Duration.ofMinutes(2)).until(() -> answered() >= calls || !failed.isEmpty());
    }

    /** Stops the callers, and waits for the answers of all pending checks. */
    void stop() throws InterruptedException {
        stopped = true;
        callers.shutdown();
        if (!callers.awaitTermination(1, TimeUnit.MINUTES)) {
            throw new IllegalStateException("a call is not answered");
        }
    }

    @Override
    public void close() {
        stopped = true;
        callers.shutdownNow();
    }
}
