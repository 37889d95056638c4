package io.weir.metrics;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.weir.testkit.internal.DocumentedJava;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java in docs/metrics.md, and that with meters in docs/client.md, compiles and runs without changes. */
final class DocumentedCodeTest {

    @TempDir
    private Path classes;

    @Test
    void theBlockOfJavaRuns() throws Exception {
        String block = DocumentedJava.blocks("metrics.md").get(0);
        assertThatCode(() -> DocumentedJava.run(block, classes)).doesNotThrowAnyException();
    }

    @Test
    void theMetersOfClientsRun() throws Exception {
        String block = DocumentedJava.blocks("client.md").stream()
                .filter(code -> code.contains("io.weir.metrics"))
                .findFirst()
                .orElseThrow();
        assertThatCode(() -> DocumentedJava.run(block, classes)).doesNotThrowAnyException();
    }
}
