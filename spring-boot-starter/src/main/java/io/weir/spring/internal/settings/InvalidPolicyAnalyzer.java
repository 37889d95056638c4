package io.weir.spring.internal.settings;

import io.weir.policyfile.InvalidPolicyException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports every mistake of a policy at startup as a readable message instead of a stack trace. */
final class InvalidPolicyAnalyzer extends AbstractFailureAnalyzer<InvalidPolicyException> {

    @Override
    protected FailureAnalysis analyze(Throwable root, InvalidPolicyException cause) {
        String lines = String.valueOf(cause.getMessage()).indent(4);
        return new FailureAnalysis(
                "The rate limit policy is invalid:\n\n" + lines, "Correct the policy at the places listed.", root);
    }
}
