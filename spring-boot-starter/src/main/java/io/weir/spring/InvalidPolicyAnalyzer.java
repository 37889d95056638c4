package io.weir.spring;

import io.weir.policyfile.InvalidPolicyException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Tells at start all that is wrong with a policy, instead of a stack trace. */
final class InvalidPolicyAnalyzer extends AbstractFailureAnalyzer<InvalidPolicyException> {

    @Override
    protected FailureAnalysis analyze(Throwable root, InvalidPolicyException cause) {
        String lines = String.valueOf(cause.getMessage()).indent(4);
        return new FailureAnalysis(
                "The rate limits cannot be used as they are written:\n\n" + lines,
                "Correct them in the places that are named.",
                root);
    }
}
