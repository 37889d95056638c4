package io.weir.policy.spi;

import io.weir.policy.Verdict;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Traces the checks of a gate from start to end. */
@FunctionalInterface
public interface CheckTracer {

    /** Traces nothing. */
    CheckTracer NONE = Supplier::get;

    /** Runs the check and returns its result. */
    CompletionStage<Verdict> trace(Supplier<CompletionStage<Verdict>> check);
}
