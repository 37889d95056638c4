package io.weir.testkit.oracle;

import java.util.List;

/** What a store has to answer to a call, and the receipt for what it took. */
public record ExpectedAnswer(boolean allowed, List<Expected> decisions, OracleReceipt receipt) {

    public ExpectedAnswer {
        decisions = List.copyOf(decisions);
    }

    /** The longest wait that any of the charges was told; 0 when all of them fit. */
    public long retryAfterMicros() {
        return decisions.stream().mapToLong(Expected::retryAfterMicros).max().orElse(0);
    }
}
