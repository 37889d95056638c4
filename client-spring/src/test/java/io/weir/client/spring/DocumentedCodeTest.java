package io.weir.client.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.weir.testkit.internal.DocumentedJava;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java with Spring in docs/client.md compiles and creates its clients. */
final class DocumentedCodeTest {

    @TempDir
    private Path classes;

    @Test
    void theBlockOfJavaRuns() {
        assertThatCode(() -> {
                    List<String> blocks = DocumentedJava.blocks("client.md").stream()
                            .filter(block -> block.contains("springframework"))
                            .toList();
                    assertThat(blocks).hasSize(1);
                    DocumentedJava.run(blocks.get(0), classes);
                })
                .doesNotThrowAnyException();
    }
}
