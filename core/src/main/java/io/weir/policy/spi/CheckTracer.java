package io.weir.policy.spi;

import io.weir.policy.Verdict;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Follows checks of a gate from their beginning to their end, for tracing. */
@FunctionalInterface
public interface CheckTracer {

    /** Follows none. */
    CheckTracer NONE = Supplier::get;

    /** Makes the check, and gives what it gives. */
    CompletionStage<Verdict> trace(Supplier<CompletionStage<Verdict>> check);
}
