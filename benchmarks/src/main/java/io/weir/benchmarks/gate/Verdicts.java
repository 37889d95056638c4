package io.weir.benchmarks.gate;

import io.weir.classify.IpAddress;
import io.weir.limit.Limit;
import io.weir.memory.MemoryStore;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Dimension.Kind;
import io.weir.policy.rule.Match;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** One thread evaluates requests of a thousand users, each of which matches some of the loaded rules. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH sets the parameters and calls the set-up.
public class Verdicts {

    private static final int USERS = 1_000;
    private static final Limit PLENTY = Limit.parse("100000000/s burst 1000000000");

    @Param({"1", "5", "10"})
    public int met;

    @Param({"10", "10000"})
    public int loaded;

    private final Request[] requests = new Request[USERS];
    private Gate gate;
    private int next;

    @Setup
    public void prepare() {
        List<Rule> rules = new ArrayList<>();
        CountBy[] by = {
            CountBy.GLOBAL, CountBy.IP, CountBy.of(Kind.USER), CountBy.CALLER, CountBy.of(Kind.USER, Kind.IP)
        };
        for (int i = 0; i < met; i++) {
            Rule rule = Rule.of("met-" + i, PLENTY).per(by[i % by.length]);
            rules.add(
                    i < by.length / 2
                            ? rule
                            : rule.matching(Match.path("/api/v1/orders/**").withMethods("POST")));
        }
        for (int i = rules.size(); i < loaded; i++) {
            rules.add(Rule.of("other-" + i, PLENTY).matching(Match.path("/api/v1/endpoint-" + i + "/{id}")));
        }
        gate = new Gate(Policy.of(rules), new MemoryStore());
        for (int i = 0; i < USERS; i++) {
            requests[i] = Request.of("POST", "/api/v1/orders/" + i)
                    .withAddress(new IpAddress(32, 0, 0x0A000000L + i))
                    .withCaller(Caller.user("user-" + i));
        }
    }

    @Benchmark
    public boolean verdict() {
        return gate.check(requests[next++ % USERS]).toCompletableFuture().join().allowed();
    }
}
