package io.weir.guard.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PepperTest {

    private static final String ONE = "01".repeat(32);
    private static final String TWO = "02".repeat(32);

    @TempDir
    private Path folder;

    @Test
    void aNewFileIsForItsOwnerOnlyAndReadTheSameAgain() throws Exception {
        Path file = folder.resolve("data").resolve("pepper");
        Pepper made = Pepper.file(file);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(Pepper.file(file).derive(1, "x").hexOf("text"))
                .isEqualTo(made.derive(1, "x").hexOf("text"));
        try (var files = Files.list(folder.resolve("data"))) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void processesThatStartTogetherGetOnePepper() {
        Path file = folder.resolve("pepper");
        Set<String> hashes = new TreeSet<>(IntStream.range(0, 8)
                .parallel()
                .mapToObj(each -> Pepper.file(file).derive(1, "x").hexOf("text"))
                .toList());
        assertThat(hashes).hasSize(1);
    }

    @Test
    void aFileThatOthersMayReadIsRejected() throws Exception {
        Path file = Files.writeString(folder.resolve("pepper"), ONE);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertThatThrownBy(() -> Pepper.file(file)).hasMessageContaining("chmod 600");
    }

    @Test
    void severalVersionsAreKnownAndTheNewestIsUsed() {
        Pepper both = Pepper.parse("v1:" + ONE + "\nv2:" + TWO + "\n");
        assertThat(both.newestVersion()).isEqualTo(2);
        assertThat(both.derive(1, "x").hexOf("text"))
                .isEqualTo(Pepper.parse(ONE).derive(1, "x").hexOf("text"))
                .isNotEqualTo(both.derive(2, "x").hexOf("text"));
        assertThatThrownBy(() -> both.derive(3, "x")).isInstanceOf(UnknownPepperException.class);
    }

    @Test
    void purposesHaveDifferentHashes() {
        Pepper pepper = Pepper.parse(ONE);
        assertThat(pepper.derive(1, "a").hexOf("text"))
                .isNotEqualTo(pepper.derive(1, "b").hexOf("text"));
    }

    @Test
    void unreadableTextsAreRejectedAndNotRepeated() {
        for (String text : List.of("", "abc", ONE + ONE, "v0:" + ONE, "v1:" + ONE + ",v1:" + TWO, ONE + "," + TWO)) {
            assertThatThrownBy(() -> Pepper.parse(text))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageNotContaining(ONE);
        }
    }

    @Test
    void theTextShowsNoSecret() {
        Pepper pepper = Pepper.parse(ONE);
        assertThat(pepper.toString() + pepper.derive(1, "x")).doesNotContain("0101");
    }
}
