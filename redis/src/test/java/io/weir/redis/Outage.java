package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Limit;
import io.weir.store.Answer;
import io.weir.store.Charge;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A store that is charged all the time while a fault happens to its Redis. In the end every call must have been
 * answered or have failed in time, and no connection or thread of the store may be left.
 */
final class Outage implements AutoCloseable {

    static final Duration TIMEOUT = Duration.ofMillis(500);

    /** Reserve for other load of the machine. */
    private static final Duration NOISE = Duration.ofSeconds(5);

    private static final int MOST_WAITING = 64;

    private final RedisStore store;
    private final List<List<Charge>> calls;
    private final Queue<CompletionStage<Answer>> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicLong allowed = new AtomicLong();
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong slowestNanos = new AtomicLong();
    private final Thread load = new Thread(this::charge, "load");
    private volatile boolean over;

    private Outage(RedisStore store, List<List<Charge>> calls) {
        this.store = store;
        this.calls = calls;
    }

    /** Creates a store on this address, with calls of one charge on this many keys. */
    static Outage of(String uri, Limit limit, int keys) {
        return of(RedisStore.connect(uri + "?timeout=" + TIMEOUT.toMillis() + "ms"), calls(limit, keys));
    }

    static List<List<Charge>> calls(Limit limit, int keys) {
        return IntStream.range(0, keys)
                .mapToObj(key -> List.of(Charge.of("key" + key, limit)))
                .toList();
    }

    static Outage of(RedisStore store, List<List<Charge>> calls) {
        Outage outage = new Outage(store, calls);
        outage.load.start();
        return outage;
    }

    private void charge() {
        for (int i = 0; !over; i++) {
            long start = System.nanoTime();
            CompletionStage<Answer> answer = store.charge(calls.get(i % calls.size()));
            waiting.add(answer);
            answer.whenComplete((good, failure) -> {
                slowestNanos.accumulateAndGet(System.nanoTime() - start, Math::max);
                (failure == null ? answered : failed).incrementAndGet();
                if (failure == null && good.allowed()) {
                    allowed.incrementAndGet();
                }
                waiting.remove(answer);
            });
            Wait.until("there is room for another call", () -> waiting.size() < MOST_WAITING);
            // While calls fail at once, the processors are needed by the code that ends the outage.
            LockSupport.parkNanos(200_000);
        }
    }

    RedisStore store() {
        return store;
    }

    /** Waits until calls fail. */
    Outage awaitFailures() {
        return awaitMore("calls fail", failed, 10);
    }

    /** Waits until calls and a probe are answered. */
    Outage awaitAnswers() {
        awaitMore("calls are answered", answered, 500);
        Wait.until(
                "a probe succeeds",
                () -> store.probe()
                        .toCompletableFuture()
                        .handle((done, failure) -> failure == null)
                        .join());
        return this;
    }

    private Outage awaitMore(String fact, AtomicLong count, long more) {
        long before = count.get();
        Wait.until(fact, () -> count.get() >= before + more);
        return this;
    }

    long failures() {
        return failed.get();
    }

    /** Ends the load and returns how many calls were allowed. */
    long allowed() {
        finish();
        return allowed.get();
    }

    private void finish() {
        over = true;
        try {
            load.join(TimeUnit.MINUTES.toMillis(1));
        } catch (InterruptedException interruption) {
            throw new AssertionError(interruption);
        }
        assertThat(load.isAlive()).isFalse();
        Wait.until("no call waits", waiting::isEmpty);
        assertThat(Duration.ofNanos(slowestNanos.get())).as("the slowest call").isLessThan(TIMEOUT.plus(NOISE));
    }

    @Override
    public void close() {
        finish();
        store.close();
        Wait.until("no thread is left", () -> threads().findAny().isEmpty());
    }

    static Stream<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("weir-redis-"));
    }
}
