package io.weir.service.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

final class SpringFailuresTest {

    @Test
    void printsTheOriginOfAFailureAndNotItsMessage() {
        StringWriter shown = new StringWriter();
        RuntimeException failure = new IllegalStateException("raw-key", new NumberFormatException("raw-key"));
        SpringFailures.withoutMessage(failure).printStackTrace(new PrintWriter(shown, true));
        assertThat(shown.toString())
                .contains(
                        "java.lang.IllegalStateException",
                        "java.lang.NumberFormatException",
                        "SpringFailuresTest.java:")
                .doesNotContain("raw-key");
    }
}
