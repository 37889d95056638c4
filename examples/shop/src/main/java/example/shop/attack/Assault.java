package example.shop.attack;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** One attack that is under way: several threads make its attempts, at its pace, until its time is over. */
final class Assault {

    private static final int THREADS = 16;
    private static final int MOST_ATTEMPTS = 50_000;

    private final Scenario scenario;
    private final Web web;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger tried = new AtomicInteger();
    private final AtomicInteger succeeded = new AtomicInteger();

    Assault(Scenario scenario, Web web) {
        this.scenario = scenario;
        this.web = web;
    }

    int tried() {
        return tried.get();
    }

    int succeeded() {
        return succeeded.get();
    }

    double stoppedPercent() {
        return tried() == 0 ? 0 : (tried() - succeeded()) * 100.0 / tried();
    }

    /** Attacks, and calls the watcher twice a second meanwhile. */
    void run(Duration time, Runnable watcher) throws InterruptedException {
        long start = System.nanoTime();
        long end = start + time.toNanos();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(() -> attempt(start, end));
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                thread.join(500);
                watcher.run();
            }
        }
    }

    private void attempt(long start, long end) {
        int number = next.getAndIncrement();
        while (number < MOST_ATTEMPTS && awaits(start + number * 1_000_000_000L / scenario.perSecond(), end)) {
            if (scenario.succeeds(number, web)) {
                succeeded.incrementAndGet();
            }
            tried.incrementAndGet();
            number = next.getAndIncrement();
        }
    }

    /** Waits until it is time for an attempt; returns false if the attack is over by then. */
    private static boolean awaits(long time, long end) {
        long now = System.nanoTime();
        if (now >= end || time >= end) {
            return false;
        }
        if (time > now) {
            try {
                Thread.sleep((time - now) / 1_000_000, (int) ((time - now) % 1_000_000));
            } catch (InterruptedException over) {
                return false;
            }
        }
        return true;
    }
}
