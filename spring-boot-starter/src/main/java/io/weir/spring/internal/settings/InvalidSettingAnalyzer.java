package io.weir.spring.internal.settings;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports an invalid setting at startup as a readable message instead of a stack trace. */
final class InvalidSettingAnalyzer extends AbstractFailureAnalyzer<InvalidSettingException> {

    @Override
    protected FailureAnalysis analyze(Throwable root, InvalidSettingException cause) {
        return new FailureAnalysis(
                "A rate limit setting is invalid:\n\n    " + cause.getMessage(), "Correct the setting.", root);
    }
}
