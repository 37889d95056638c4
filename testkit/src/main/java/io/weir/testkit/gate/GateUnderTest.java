package io.weir.testkit.gate;

import io.weir.classify.IpAddress;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.Verdict;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.store.Store;
import io.weir.time.ManualTime;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A gate on an empty store, for tests. */
abstract class GateUnderTest {

    private final ManualTime time = ManualTime.create();
    private @Nullable Store opened;

    /** Creates an empty store with this clock. */
    protected abstract Store create(ManualTime time);

    final ManualTime time() {
        return time;
    }

    @BeforeEach
    void open() {
        opened = create(time);
    }

    @AfterEach
    void close() {
        store().close();
    }

    final Store store() {
        if (opened == null) {
            throw new IllegalStateException("There is a store only while a test runs");
        }
        return opened;
    }

    static IpAddress ip(String text) {
        return IpAddress.parse(text).orElseThrow();
    }

    final Gate gate(Rule... rules) {
        return new Gate(Policy.of(rules), store());
    }

    static Verdict check(Gate gate, Request request) {
        return gate.checkNow(request);
    }

    static int admitted(Gate gate, Request request, int times) {
        int admitted = 0;
        for (int i = 0; i < times; i++) {
            admitted += check(gate, request).allowed() ? 1 : 0;
        }
        return admitted;
    }

    static long left(Gate gate, String rule, Request request) {
        return gate.peek(request).toCompletableFuture().join().rulings().stream()
                .filter(ruling -> ruling.rule().equals(rule))
                .findFirst()
                .orElseThrow()
                .decision()
                .remaining();
    }
}
