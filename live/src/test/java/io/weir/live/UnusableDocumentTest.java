package io.weir.live;

import static io.weir.live.Follower.done;
import static io.weir.live.Follower.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.document.spi.Document;
import io.weir.live.revision.Revision;
import io.weir.policy.rule.Mode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents that cannot be read, used or written. */
final class UnusableDocumentTest {

    private static final Author ONCALL = Author.of("oncall");

    @TempDir
    private Path folder;

    private Path file = Path.of("");

    @BeforeEach
    void start() {
        file = folder.resolve("policy.json");
    }

    private Follower process() {
        return Follower.on(new FileDocument(folder));
    }

    private void write(String text) throws IOException {
        // In Latin 1, so that some of the texts are not UTF-8.
        Files.write(file, text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Replaces version 1 in the file by a version 2 whose limit this version of Weir does not know. */
    private void makeRulesUnusable() throws IOException {
        String document = Files.readString(file);
        int end = document.lastIndexOf("]}");
        String second = document.substring(document.indexOf("{\"number\":1,"), end)
                .replace("\"number\":1,", "\"number\":2,")
                .replace("limit: 10/min", "limit: often");
        write(document.substring(0, end).replace("\"version\":1,", "\"version\":2,") + "," + second + "]}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \n", "{", "garbage \u00ff\u00fe", "[]", "{\"format\":2,\"version\":7,\"x\":0}"})
    void isReplacedByAPush(String unreadable) throws Exception {
        write(unreadable);
        try (Follower process = process()) {
            assertThat(process.live.isUnread()).isTrue();
            assertThat(process.problem()).get().asString().contains("cannot be used");
            Revision pushed = done(process.editor.push(ONCALL, PolicyTexts.orders("10/min")));
            assertThat(pushed.number()).isEqualTo(unreadable.contains("7") ? 8 : 2);
            assertThat(process.live.isUnread()).isFalse();
            assertThat(process.problem()).isEmpty();
        }
        try (Follower process = process()) {
            assertThat(process.rules()).containsExactly("orders 10/min ENFORCE");
        }
    }

    @Test
    void isReplacedByAPushWhileTheLastGoodOneIsInForce() throws Exception {
        try (Follower process = process()) {
            done(process.editor.push(ONCALL, PolicyTexts.orders("10/min")));
            done(process.editor.switchAll(ONCALL, Mode.SHADOW));
            write("{\"format\":1,\"version\":7,");
            process.aSecondPasses();
            assertThat(process.live.isUnread()).isFalse();
            assertThat(failure(process.editor.push(ONCALL.expecting(2), PolicyTexts.orders("20/min"))))
                    .hasMessageContaining("version 7 in");
            assertThat(failure(process.editor.switchRule(ONCALL, "orders", Optional.of(Mode.OFF))))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContaining("push a policy to replace it");
            done(process.editor.push(ONCALL.expecting(7), PolicyTexts.orders("20/min")));
            assertThat(process.rules()).containsExactly("orders 20/min SHADOW");
            assertThat(process.live.status().document().revisions())
                    .extracting(Revision::number)
                    .containsExactly(1L, 2L, 8L);
        }
    }

    @Test
    void aPolicyThatThisVersionRejectsIsRolledBackOrReplaced() throws Exception {
        try (Follower process = process()) {
            done(process.editor.push(ONCALL, PolicyTexts.orders("10/min")));
            makeRulesUnusable();
            process.aSecondPasses();
            assertThat(process.problem()).get().asString().contains("Cannot read the limit \"often\"");
            done(process.editor.rollBack(ONCALL, OptionalLong.empty()));
            assertThat(process.version()).isEqualTo(3);
            assertThat(process.rules()).containsExactly("orders 10/min ENFORCE");
            assertThat(process.problem()).isEmpty();
        }
    }

    @Test
    void offWorksHereWhileTheDocumentCannotBeUsed() throws Exception {
        try (Follower process = process();
                Follower other = process()) {
            done(process.editor.push(ONCALL, PolicyTexts.orders("10/min")));
            other.aSecondPasses();
            makeRulesUnusable();
            String refused = Files.readString(file);
            Revision off = done(process.editor.switchAll(ONCALL, Mode.OFF));
            assertThat(off.change())
                    .startsWith(
                            "all rules at most off on this instance only. The document: nothing was changed, because version 2 in");
            assertThat(process.rules()).containsExactly("orders 10/min OFF");
            assertThat(file).hasContent(refused);
            process.aSecondPasses();
            assertThat(process.rules()).containsExactly("orders 10/min OFF");
            assertThat(process.problem())
                    .get()
                    .asString()
                    .startsWith("all rules are at most off on this instance only");
            assertThat(other.rules()).containsExactly("orders 10/min ENFORCE");
            done(other.editor.push(ONCALL, PolicyTexts.orders("20/min")));
            process.aSecondPasses();
            assertThat(process.rules()).containsExactly("orders 20/min ENFORCE");
            assertThat(process.problem()).isEmpty();
        }
    }

    @Test
    void offWorksHereWhileNothingCanBeWritten() throws Exception {
        try (Follower process = process()) {
            done(process.editor.push(ONCALL, PolicyTexts.orders("10/min")));
            Path lock = folder.resolve("policy.lock");
            Files.delete(lock);
            Files.createDirectory(lock);
            assertThat(failure(process.editor.switchAll(ONCALL, Mode.SHADOW))).isInstanceOf(UnavailableException.class);
            done(process.editor.switchAll(ONCALL, Mode.OFF));
            assertThat(process.rules()).containsExactly("orders 10/min OFF");
            done(process.editor.switchAll(ONCALL, Mode.SHADOW));
            assertThat(process.rules()).containsExactly("orders 10/min SHADOW");
            Files.delete(lock);
            Revision unchanged = done(process.editor.switchAll(ONCALL, Mode.ENFORCE));
            assertThat(unchanged.number()).isEqualTo(1);
            assertThat(process.rules()).containsExactly("orders 10/min ENFORCE");
            assertThat(process.problem()).isEmpty();
        }
    }

    @Test
    void isNotUnreadWithoutADocumentOrWithASeed() throws Exception {
        try (Follower process = process()) {
            assertThat(process.live.isUnread()).isFalse();
        }
        write("garbage");
        try (Follower process = Follower.on(new FileDocument(folder), PolicyTexts.orders("10/min"))) {
            assertThat(process.live.isUnread()).isFalse();
            assertThat(process.rules()).containsExactly("orders 10/min ENFORCE");
            assertThat(process.problem()).isPresent();
        }
    }

    @Test
    void isUnreadWithAnUnreadableCopyUntilThereIsADocument() throws Exception {
        write("garbage");
        Document document = new MemoryDocument();
        try (Follower process = Follower.on(document, folder);
                Follower other = Follower.on(document)) {
            assertThat(process.live.isUnread()).isTrue();
            done(other.editor.push(ONCALL, PolicyTexts.orders("10/min")));
            process.aSecondPasses();
            assertThat(process.live.isUnread()).isFalse();
        }
    }
}
