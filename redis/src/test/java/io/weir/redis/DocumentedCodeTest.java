package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.testkit.internal.DocumentedJava;
import io.weir.testkit.redis.RedisServer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every block of Java that uses Redis in these pages compiles and runs without changes, except for the address. */
final class DocumentedCodeTest {

    private static final RedisServer REDIS = RedisServer.start();

    @TempDir
    private Path classes;

    @AfterAll
    static void stop() {
        REDIS.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis.md", "reliability.md", "coming-from.md", "client.md", "tutorials/library.md"})
    void everyBlockOfJavaRuns(String page) throws Exception {
        List<String> blocks = DocumentedJava.blocks(page).stream()
                .filter(block -> block.contains("import io.weir.redis."))
                .toList();
        assertThat(blocks).isNotEmpty();
        for (String block : blocks) {
            assertThat(DocumentedJava.run(block.replace("redis://localhost", REDIS.uri()), classes))
                    .contains("Welcome");
        }
    }
}
