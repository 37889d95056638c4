package io.weir.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.testkit.internal.DocumentedJava;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java in docs/client.md that needs this module only compiles, and calls a server. */
final class DocumentedCodeTest {

    @TempDir
    private Path classes;

    @Test
    void theBlocksOfJavaRun() throws Exception {
        try (ScriptedServer server = new ScriptedServer()) {
            server.script(ScriptedServer.UNAVAILABLE, ScriptedServer.OK);
            List<String> blocks = DocumentedJava.blocks("client.md").stream()
                    .filter(block -> block.contains("PatientHttpClient.around"))
                    .filter(block -> !block.contains("springframework") && !block.contains("io.weir.metrics"))
                    .toList();
            assertThat(blocks).hasSize(2);
            for (int i = 0; i < blocks.size(); i++) {
                String local = blocks.get(i)
                        .replace("https://api.example.com/orders", server.uri().toString());
                String printed = DocumentedJava.run(local, Files.createDirectory(classes.resolve("" + i)));
                assertThat(printed.strip()).isEqualTo(i == 0 ? "200" : "");
            }
            assertThat(server.arrivals).hasSize(2);
        }
    }
}
