package io.weir.testkit.oracle;

import java.util.List;

/** The expected answer of a store to a call, with the receipt of the call. */
public record ExpectedAnswer(boolean allowed, List<Expected> decisions, OracleReceipt receipt) {

    public ExpectedAnswer {
        decisions = List.copyOf(decisions);
    }

    /** Returns the longest wait of all charges; 0 if all of them fit. */
    public long retryAfterMicros() {
        return decisions.stream().mapToLong(Expected::retryAfterMicros).max().orElse(0);
    }
}
