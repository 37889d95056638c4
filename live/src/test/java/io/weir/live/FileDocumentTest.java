package io.weir.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.document.spi.Document;
import io.weir.document.spi.Document.Content;
import io.weir.document.spi.Document.Stamp;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FileDocumentTest {

    @TempDir
    private Path folder;

    private static String text(long version, String more) {
        return "{\"format\":1,\"version\":" + version + ",\"more\":\"" + more + "\"}";
    }

    private static boolean replaceIf(Document document, Stamp expected, String text) {
        return document.replaceIf(expected, 1, text).toCompletableFuture().join();
    }

    @Test
    void isReadableByItsOwnerOnlyAndLeavesNoTemporaryFile() throws Exception {
        Path deeper = folder.resolve("data");
        Document document = new FileDocument(deeper);
        assertThat(replaceIf(document, Stamp.NONE, text(1, "grüße"))).isTrue();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(deeper.resolve("policy.json"))))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(deeper)))
                .isEqualTo("rwx------");
        try (Stream<Path> files = Files.list(deeper)) {
            assertThat(files)
                    .extracting(file -> file.getFileName().toString())
                    .containsExactlyInAnyOrder("policy.json", "policy.lock");
        }
        assertThat(document.read().toCompletableFuture().join())
                .contains(new Content(Stamp.of(1, text(1, "grüße")), text(1, "grüße")));
    }

    @Test
    void oneOfManyConcurrentReplacementsSucceeds() {
        for (int round = 1; round <= 10; round++) {
            int version = round;
            Stamp before =
                    new FileDocument(folder).stamp().toCompletableFuture().join();
            long won = IntStream.range(0, 8)
                    .parallel()
                    .filter(writer -> replaceIf(new FileDocument(folder), before, text(version, "writer " + writer)))
                    .count();
            assertThat(won).isEqualTo(1);
        }
    }

    @Test
    void aConcurrentReaderSeesOneWholeText() {
        Document document = new FileDocument(folder);
        List<String> texts = List.of(text(1, "a".repeat(200_000)), text(1, "b".repeat(100_000)));
        replaceIf(document, Stamp.NONE, texts.get(0));
        IntStream.range(0, 400).parallel().forEach(i -> {
            if (i % 4 == 0) {
                new FileDocument(folder)
                        .write(texts.get(i / 4 % 2))
                        .toCompletableFuture()
                        .join();
            } else {
                Optional<Content> read = document.read().toCompletableFuture().join();
                assertThat(texts).contains(read.orElseThrow().text());
            }
        });
    }

    @Test
    void anUnwritableFolderIsAFailure() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "");
        Assertions.assertThatThrownBy(() -> replaceIf(new FileDocument(file), Stamp.NONE, text(1, "")))
                .isInstanceOf(CompletionException.class);
    }
}
