package io.weir.spring.internal.settings;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Reports an invalid setting at startup as a readable message instead of a stack trace, before Spring's own analyzers. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class InvalidSettingAnalyzer extends AbstractFailureAnalyzer<InvalidSettingException> {

    @Override
    protected FailureAnalysis analyze(Throwable root, InvalidSettingException cause) {
        return new FailureAnalysis(
                "A rate limit setting is invalid:\n\n    " + cause.getMessage(), "Correct the setting.", root);
    }
}
