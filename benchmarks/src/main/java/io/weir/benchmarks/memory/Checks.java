package io.weir.benchmarks.memory;

import io.weir.benchmarks.memory.Contender.Numbers;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;

/** The measured work, which is the same for every contender, and the number of threads. */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH sets the parameter and calls the set-up.
public class Checks {

    private static final int DRAWN = 1 << 20;

    @Param
    public Contender contender;

    private Limiters plenty;
    private Limiters scarce;
    private String[] zipf;

    /** The state of one thread. */
    @State(Scope.Thread)
    public static class OfAThread {
        private static final AtomicInteger NUMBERS = new AtomicInteger();

        private final String key = Keys.number(NUMBERS.incrementAndGet());
        private int next = NUMBERS.get() * 1_000;
    }

    @Setup
    public void prepare() {
        plenty = contender.limiters(Numbers.PLENTY);
        scarce = contender.limiters(Numbers.SCARCE);
        zipf = Keys.zipf(100_000, DRAWN);
    }

    @Benchmark
    @Threads(1)
    public Object ownKey(OfAThread thread) {
        return plenty.check(thread.key);
    }

    @Benchmark
    @Threads(2)
    public Object keySharedBy2() {
        return plenty.check("shared");
    }

    @Benchmark
    @Threads(8)
    public Object keySharedBy8() {
        return plenty.check("shared");
    }

    @Benchmark
    @Threads(1)
    public Object deniedKey() {
        return scarce.check("denied");
    }

    @Benchmark
    @Threads(1)
    public Object zipfKeys(OfAThread thread) {
        return plenty.check(zipf[thread.next++ & (DRAWN - 1)]);
    }

    @Benchmark
    @Threads(1)
    public Object threeLimits(OfAThread thread) {
        return plenty.checkAll(thread.key, "tenant", "global");
    }
}
