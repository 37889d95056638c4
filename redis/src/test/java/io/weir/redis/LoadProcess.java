package io.weir.redis;

import io.weir.limit.Algorithm;
import io.weir.limit.Decision;
import io.weir.limit.Rate;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Store;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A process that sends charges as fast as they are answered. For each job it reads a line (address, algorithm, rate, keys,
 * calls, and the time or "redis"), prints "ready", waits for another line, and prints the result.
 */
final class LoadProcess {

    private static final int MOST_PENDING = 512;

    private final Store store;
    private final int calls;
    private final Semaphore places = new Semaphore(MOST_PENDING);
    private final CountDownLatch unanswered;
    private final AtomicLong admitted = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong first = new AtomicLong(Long.MAX_VALUE);
    private final AtomicLong last = new AtomicLong();
    private final AtomicLong firstDenied = new AtomicLong(Long.MAX_VALUE);
    private final AtomicLong lastDenied = new AtomicLong();

    private LoadProcess(Store store, int calls) {
        this.store = store;
        this.calls = calls;
        this.unanswered = new CountDownLatch(calls);
    }

    public static void main(String[] none) throws Exception {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String[] job = line.split(" ", -1);
            try (Store store = store(job[0], job[5])) {
                System.out.println("ready");
                input.readLine();
                LoadProcess load = new LoadProcess(store, Integer.parseInt(job[4]));
                load.charge(charges(Algorithm.parse(job[1]), Rate.parse(job[2]), Integer.parseInt(job[3])));
                System.out.println(load);
            }
        }
    }

    private static Store store(String address, String time) {
        return time.equals("redis") ? RedisStore.connect(address) : TestStore.on(address, () -> Long.parseLong(time));
    }

    private static List<Charge> charges(Algorithm algorithm, Rate rate, int keys) {
        return IntStream.range(0, keys)
                .mapToObj(key -> Charge.of("shared" + key, algorithm.limit(rate)))
                .toList();
    }

    private void charge(List<Charge> charges) throws InterruptedException {
        for (int i = 0; i < calls; i++) {
            places.acquire();
            store.charge(List.of(charges.get(i % charges.size()))).whenComplete(this::answered);
        }
        unanswered.await();
    }

    private void answered(@Nullable Answer answer, @Nullable Throwable failure) {
        if (answer == null) {
            failed.incrementAndGet();
        } else {
            count(answer.decisions().get(0));
        }
        places.release();
        unanswered.countDown();
    }

    private void count(Decision decision) {
        first.accumulateAndGet(decision.atMicros(), Math::min);
        last.accumulateAndGet(decision.atMicros(), Math::max);
        if (decision.allowed()) {
            admitted.incrementAndGet();
        } else {
            firstDenied.accumulateAndGet(decision.atMicros(), Math::min);
            lastDenied.accumulateAndGet(decision.atMicros(), Math::max);
        }
    }

    @Override
    public String toString() {
        return admitted + " " + failed + " " + first + " " + last + " " + firstDenied + " " + lastDenied;
    }
}
