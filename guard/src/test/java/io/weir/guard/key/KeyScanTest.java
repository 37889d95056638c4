package io.weir.guard.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KeyScanTest {

    @TempDir
    private Path folder;

    private final String secret =
            KeyFormat.WEIR.random(KeyEnvironment.LIVE, new Random(5)).reveal();

    private KeyScan scan() {
        return KeyScan.of(folder, KeyFormat.WEIR);
    }

    @Test
    void secretsAreFoundWithFileAndLine() throws Exception {
        Path source = Files.createDirectories(folder.resolve("src/main")).resolve("Client.java");
        Files.writeString(source, "class Client {\n\n  String key = \"" + secret + "\"; // " + secret + "\n}\n");
        assertThat(scan().found())
                .containsExactly(
                        new FoundSecret(source, 3, KeySecret.of(secret)),
                        new FoundSecret(source, 3, KeySecret.of(secret)));
        assertThat(scan().toString()).doesNotContain(secret);
    }

    @Test
    void mistypedSecretsAreNotFound() throws Exception {
        char last = secret.charAt(47) == 'x' ? 'y' : 'x';
        Files.writeString(folder.resolve("a"), secret.substring(0, 47) + last + " weir_live_ " + secret.substring(1));
        assertThat(scan().found()).isEmpty();
    }

    @Test
    void secretsAreFoundAcrossTheEndOfABuffer() throws Exception {
        StringBuilder text = new StringBuilder();
        Random random = new Random(1);
        for (int i = 0; i < 200; i++) {
            text.append("x".repeat(random.nextInt(10_000)))
                    .append(i % 2 == 0 ? '_' : '=')
                    .append(secret);
            text.append(i % 3 == 0 ? "_" : "\0\n");
        }
        Files.writeString(folder.resolve("one-line.bin"), text);
        assertThat(scan().found()).hasSize(200);
    }

    @Test
    void linksAreNotFollowed() throws Exception {
        Path inside = Files.writeString(folder.resolve("a"), secret);
        Files.createSymbolicLink(folder.resolve("loop"), folder);
        Files.createSymbolicLink(folder.resolve("b"), inside);
        assertThat(scan().found()).extracting(FoundSecret::file).containsExactly(inside);
    }
}
