package io.weir.benchmarks.metrics;

import io.weir.limit.Limit;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Dimension.Kind;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.store.Charge;
import io.weir.store.Store;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** One thread checks keys of a thousand, or requests of a thousand users under one rule, in memory. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH sets the parameters and calls the set-up.
public class MeasuredChecks {

    private static final int USERS = 1_000;
    private static final Limit PLENTY = Limit.parse("100000000/s burst 1000000000");
    private static final Limit LITTLE = Limit.parse("1 per 100day");

    @Param({"NONE", "ON_SYSTEM_CLOCK", "ON_COARSE_CLOCK"})
    public Meters meters;

    private final Charge[] charges = new Charge[USERS];
    private final Request[] requests = new Request[USERS];
    private Store store;
    private Gate allowing;
    private Gate denying;
    private int next;

    @Setup
    public void prepare() {
        store = meters.store();
        allowing = meters.gate(policy(PLENTY));
        denying = meters.gate(policy(LITTLE));
        for (int i = 0; i < USERS; i++) {
            charges[i] = Charge.of("user:" + i, PLENTY);
            requests[i] = Request.of("GET", "/").withCaller(Caller.user("user-" + i));
        }
    }

    private static Policy policy(Limit limit) {
        return Policy.of(Rule.of("users", limit).per(CountBy.of(Kind.USER)));
    }

    /** The cost of reading the clock, which a measured time needs twice. */
    @Benchmark
    public long clock() {
        return System.nanoTime();
    }

    @Benchmark
    public boolean check() {
        return store.chargeNow(charges[next++ % USERS]).allowed();
    }

    @Benchmark
    public boolean verdict() {
        return verdict(allowing);
    }

    @Benchmark
    public boolean denial() {
        return verdict(denying);
    }

    private boolean verdict(Gate gate) {
        return gate.check(requests[next++ % USERS]).toCompletableFuture().join().allowed();
    }
}
