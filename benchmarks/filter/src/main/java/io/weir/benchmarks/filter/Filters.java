package io.weir.benchmarks.filter;

import io.weir.http.HttpGate;
import io.weir.http.RateLimitFilter;
import io.weir.limit.Limit;
import io.weir.memory.MemoryStore;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Match;
import io.weir.policy.rule.Rule;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;
import org.springframework.context.ConfigurableApplicationContext;

/** One thread passes requests of many addresses through a filter with five limits and an empty chain. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH sets the parameters and calls the set-up.
public class Filters {

    private static final int ADDRESSES = 1_000;

    /** The number of addresses. It is so large that almost no address is still cached at its next request. */
    private static final int STRANGERS = 200_000;

    private static final Limit PLENTY = Limit.parse("100000000/s burst 1000000000");

    @Param({"none", "weir", "weir-strangers", "bucket4j"})
    public String contender;

    private StubRequest[] requests;
    private final StubResponse response = new StubResponse();
    private long passed;
    private final FilterChain end = (request, answer) -> passed++;
    private Filter filter;
    private @Nullable ConfigurableApplicationContext application;
    private int next;

    @Setup
    public void prepare() throws IOException, ServletException {
        requests = new StubRequest[contender.endsWith("strangers") ? STRANGERS : ADDRESSES];
        for (int i = 0; i < requests.length; i++) {
            String address = "10." + i / 62_500 + "." + i / 250 % 250 + "." + i % 250;
            requests[i] = new StubRequest("/api/v1/orders/" + i % ADDRESSES, address);
        }
        filter = switch (contender) {
            case "weir", "weir-strangers" -> weir();
            case "bucket4j" -> bucket4j();
            default -> (request, answer, chain) -> chain.doFilter(request, answer);
        };
        pass();
        boolean limited = response.headers().keySet().stream().anyMatch(name -> name.startsWith("X-Rate"));
        if (passed != 1 || limited == contender.equals("none")) {
            throw new IllegalStateException(contender + " does not limit as expected: " + response.headers());
        }
    }

    private static Filter weir() {
        Match orders = Match.path("/api/v1/orders/**");
        Policy policy = Policy.of(
                Rule.of("global", PLENTY),
                Rule.of("per-ip", PLENTY).per(CountBy.IP),
                Rule.of("orders", PLENTY).matching(orders).per(CountBy.CALLER),
                Rule.of("writes", PLENTY)
                        .matching(Match.ALL.withMethods(Match.WRITING))
                        .per(CountBy.IP),
                Rule.of("all-orders", PLENTY).matching(orders));
        return new RateLimitFilter(new HttpGate(new Gate(policy, new MemoryStore())));
    }

    private Filter bucket4j() {
        application = Bucket4jApplication.start();
        return Bucket4jApplication.filter(application);
    }

    @TearDown
    public void stop() {
        if (application != null) {
            application.close();
        }
    }

    @Benchmark
    public void request(Blackhole hole) throws IOException, ServletException {
        pass();
        hole.consume(passed);
    }

    private void pass() throws IOException, ServletException {
        next = (next + 1) % requests.length;
        StubRequest request = requests[next];
        filter.doFilter(request, response, end);
        request.recycle();
    }
}
