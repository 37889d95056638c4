package io.weir.policyfile;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.memory.MemoryStore;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.Ruling;
import io.weir.policy.rule.Request;
import io.weir.time.ManualTime;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ReadAndWriteTest {

    private static final Policy POLICY = PolicySamples.read(
            "rules:",
            "  - {name: reading, match: {method: read}, per: ip, limit: 10/min}",
            "  - {name: writing, match: {method: write}, per: ip, limit: 10/min}",
            "  - {name: mixed, match: {method: [write, HEAD]}, per: ip, limit: 10/min}");

    @ParameterizedTest
    @CsvSource({
        "GET, reading",
        "HEAD, reading mixed",
        "OPTIONS, reading",
        "TRACE, reading",
        "POST, writing mixed",
        "patch, writing mixed",
        "MADE-UP, writing mixed",
        "write, writing mixed"
    })
    void whatDoesNotOnlyReadWrites(String method, String rules) {
        Gate gate = new Gate(POLICY, new MemoryStore(ManualTime.create()));
        assertThat(gate.checkNow(Request.of(method, "/")).rulings())
                .extracting(Ruling::rule)
                .containsExactly(rules.split(" "));
    }
}
