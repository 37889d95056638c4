package io.weir.live;

import static io.weir.live.Follower.done;
import static io.weir.live.Follower.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.document.spi.Document;
import io.weir.document.spi.Document.Content;
import io.weir.live.revision.Revision;
import io.weir.policy.Policy;
import io.weir.policyfile.InvalidPolicyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Following a document in a file. */
final class LivePolicyTest {

    private static final Author ONCALL = Author.of("oncall");
    private static final Author DEPLOYER = Author.of("deployer");

    @TempDir
    private Path folder;

    private Follower process() {
        return Follower.on(new FileDocument(folder));
    }

    @Test
    void limitsNothingWithoutSeedAndFallback() {
        try (Follower process = process()) {
            assertThat(process.version()).isZero();
            assertThat(process.inForce)
                    .hasSize(1)
                    .allMatch(policy -> policy.rules().isEmpty());
            assertThat(folder).isEmptyDirectory();
        }
    }

    @Test
    void startsWithTheSeedOnce() {
        try (Follower process = Follower.on(new FileDocument(folder), PolicyTexts.orders("10/min"))) {
            assertThat(process.version()).isEqualTo(1);
            assertThat(process.rules()).containsExactly("orders 10/min ENFORCE");
            assertThat(process.live.reloads()).isEqualTo(ReloadCounts.NONE);
            done(process.editor.push(ONCALL, PolicyTexts.orders("20/min")));
        }
        try (Follower process = Follower.on(new FileDocument(folder), PolicyTexts.orders("10/min"))) {
            assertThat(process.version()).isEqualTo(2);
            assertThat(process.rules()).containsExactly("orders 20/min ENFORCE");
        }
    }

    @Test
    void aSeedWithMistakesPreventsTheStart() {
        assertThatThrownBy(() -> Follower.on(new FileDocument(folder), PolicyTexts.orders("often")))
                .isInstanceOf(InvalidPolicyException.class);
    }

    @Test
    void aChangeIsInForceLocallyAtOnceAndRemotelyWithinASecond() {
        try (Follower one = process();
                Follower other = process()) {
            Revision first = done(one.editor.push(ONCALL.because("a start"), PolicyTexts.orders("10/min")));
            assertThat(first.number()).isEqualTo(1);
            assertThat(first.by()).isEqualTo("oncall");
            assertThat(first.reason()).contains("a start");
            assertThat(first.change()).isEqualTo("orders added (10/min)");
            assertThat(one.rules()).containsExactly("orders 10/min ENFORCE");
            assertThat(other.rules()).isEmpty();
            other.aSecondPasses();
            assertThat(other.rules()).containsExactly("orders 10/min ENFORCE");
            done(other.editor.push(DEPLOYER, PolicyTexts.orders("20/min")));
            one.aSecondPasses();
            assertThat(one.rules()).containsExactly("orders 20/min ENFORCE");
            assertThat(one.live.status().document())
                    .isEqualTo(other.live.status().document());
            assertThat(one.live.reloads()).isEqualTo(new ReloadCounts(2, 0));
            assertThat(other.live.reloads()).isEqualTo(new ReloadCounts(2, 0));
        }
    }

    @Test
    void keepsThePolicyInstanceWhileNothingChanges() {
        try (Follower process = Follower.on(new FileDocument(folder), PolicyTexts.orders("10/min"))) {
            Policy before = process.live.status().policy();
            for (int i = 0; i < 10; i++) {
                process.aSecondPasses();
            }
            assertThat(process.inForce).containsExactly(before);
            done(process.editor.push(ONCALL, PolicyTexts.orders("10/min")));
            assertThat(process.version()).isEqualTo(1);
        }
    }

    @Test
    void anUnexpectedVersionIsAConflictThatNamesItsAuthor() {
        try (Follower process = process()) {
            done(process.editor.push(ONCALL, PolicyTexts.orders("10/min")));
            done(process.editor.push(ONCALL.expecting(1), PolicyTexts.orders("20/min")));
            Throwable refused = failure(process.editor.push(DEPLOYER.expecting(1), PolicyTexts.orders("30/min")));
            assertThat(refused)
                    .isInstanceOf(ConflictException.class)
                    .hasMessageContaining(
                            "version 2 was written by oncall at 2026-01-01T00:00:00Z (orders: 10/min → 20/min)");
            assertThat(process.rules()).containsExactly("orders 20/min ENFORCE");
            assertThat(process.version()).isEqualTo(2);
        }
    }

    @Test
    void mistakesChangeNothing() {
        try (Follower process = process()) {
            done(process.editor.push(ONCALL, PolicyTexts.orders("10/min")));
            Throwable refused = failure(process.editor.push(DEPLOYER, PolicyTexts.orders("often")));
            assertThat(refused).isInstanceOfSatisfying(InvalidPolicyException.class, invalid -> {
                assertThat(invalid.mistakes()).hasSize(1);
                assertThat(invalid.mistakes().get(0).file()).isEqualTo("policy.yml");
            });
            process.aSecondPasses();
            assertThat(process.rules()).containsExactly("orders 10/min ENFORCE");
            assertThat(process.version()).isEqualTo(1);
        }
    }

    @Test
    void anUnreadableDocumentChangesNothingAndIsShown() throws Exception {
        try (Follower process = process()) {
            done(process.editor.push(ONCALL, PolicyTexts.orders("10/min")));
            Path file = folder.resolve("policy.json");
            String good = Files.readString(file);
            Files.writeString(file, good.replace("\"format\":1,\"version\":1,", "\"format\":2,\"version\":7,"));
            process.aSecondPasses();
            assertThat(process.rules()).containsExactly("orders 10/min ENFORCE");
            assertThat(process.problem()).get().asString().contains("version 7 in", "a newer version of Weir");
            assertThat(failure(process.editor.rollBack(ONCALL, OptionalLong.empty())))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContaining("a newer version of Weir")
                    .hasMessageContaining("push a policy to replace it");
            Files.writeString(file, good);
            process.aSecondPasses();
            assertThat(process.problem()).isEmpty();
        }
    }

    @Test
    void aDocumentOfAPolicyWithMistakesChangesNothing() throws Exception {
        try (Follower process = process()) {
            done(process.editor.push(ONCALL, PolicyTexts.orders("10/min")));
            Path file = folder.resolve("policy.json");
            String next = Files.readString(file)
                    .replace("\"version\":1,", "\"version\":2,")
                    .replace("\"number\":1,", "\"number\":2,")
                    .replace("10/min}", "often}");
            Files.writeString(file, next);
            process.aSecondPasses();
            assertThat(process.rules()).containsExactly("orders 10/min ENFORCE");
            assertThat(process.problem()).get().asString().contains("Cannot read the limit \"often\"");
        }
    }

    @Test
    void aLostDocumentIsRestored() throws Exception {
        try (Follower process = process()) {
            done(process.editor.push(ONCALL, PolicyTexts.orders("10/min")));
            done(process.editor.push(ONCALL, PolicyTexts.orders("20/min")));
            Path file = folder.resolve("policy.json");
            String newest = Files.readString(file);
            Files.delete(file);
            process.aSecondPasses();
            assertThat(file).hasContent(newest);
            assertThat(process.rules()).containsExactly("orders 20/min ENFORCE");
        }
    }

    @Test
    void aChangeToALostDocumentBuildsOnTheLastGoodOne() throws Exception {
        try (Follower process = process()) {
            done(process.editor.push(ONCALL, PolicyTexts.orders("10/min")));
            Files.delete(folder.resolve("policy.json"));
            assertThat(done(process.editor.push(DEPLOYER.expecting(1), PolicyTexts.orders("20/min")))
                            .number())
                    .isEqualTo(2);
            assertThat(process.live.status().document().revisions()).hasSize(2);
        }
    }

    @Test
    void aChangeToAnOlderDocumentBuildsOnTheNewestKnown() throws Exception {
        try (Follower process = process()) {
            done(process.editor.push(ONCALL, PolicyTexts.orders("10/min")));
            Path file = folder.resolve("policy.json");
            String old = Files.readString(file);
            done(process.editor.push(ONCALL, PolicyTexts.orders("20/min")));
            Files.writeString(file, old);
            assertThat(done(process.editor.push(DEPLOYER, PolicyTexts.orders("30/min")))
                            .change())
                    .isEqualTo("orders: 20/min → 30/min");
            assertThat(process.version()).isEqualTo(3);
        }
    }

    @Test
    void aReadThatBeganBeforeAChangeDoesNotUndoIt() {
        Document document = new MemoryDocument();
        try (Follower process = Follower.on(document)) {
            done(process.editor.push(ONCALL, PolicyTexts.orders("10/min")));
            Content old = done(document.read()).orElseThrow();
            done(process.editor.push(ONCALL, PolicyTexts.orders("20/min")));
            assertThat(process.live.adopt(old)).isTrue();
            assertThat(process.rules()).containsExactly("orders 20/min ENFORCE");
        }
    }

    @Test
    void rollsBackOneRevisionOrToAnyKeptOne() {
        try (Follower process = process()) {
            done(process.editor.push(ONCALL, PolicyTexts.orders("10/min")));
            done(process.editor.push(ONCALL, PolicyTexts.orders("20/min")));
            done(process.editor.push(ONCALL, PolicyTexts.orders("30/min")));
            Revision back = done(process.editor.rollBack(DEPLOYER.because("too much"), OptionalLong.empty()));
            assertThat(back.number()).isEqualTo(4);
            assertThat(back.change()).isEqualTo("orders: 30/min → 20/min");
            assertThat(process.rules()).containsExactly("orders 20/min ENFORCE");
            done(process.editor.rollBack(DEPLOYER, OptionalLong.of(1)));
            assertThat(process.rules()).containsExactly("orders 10/min ENFORCE");
            assertThat(failure(process.editor.rollBack(DEPLOYER, OptionalLong.of(9))))
                    .hasMessage("version 9 is not kept; there are 1, 2, 3, 4, 5");
        }
    }

    @Test
    void theFirstRevisionCannotBeRolledBack() {
        try (Follower process = process()) {
            done(process.editor.push(ONCALL, PolicyTexts.orders("10/min")));
            assertThat(failure(process.editor.rollBack(ONCALL, OptionalLong.empty())))
                    .hasMessage("there is no version before this one");
        }
    }

    @Test
    void keepsTwentyRevisions() {
        try (Follower process = process()) {
            for (int i = 1; i <= 30; i++) {
                done(process.editor.push(ONCALL, PolicyTexts.orders(i + "/min")));
            }
            List<Revision> kept = process.live.status().document().revisions();
            assertThat(kept).hasSize(20);
            assertThat(kept.get(0).number()).isEqualTo(11);
            assertThat(kept.get(19).number()).isEqualTo(30);
        }
    }

    @Test
    void aClosedPolicyFollowsNothing() {
        Follower process = process();
        process.close();
        try (Follower other = process()) {
            done(other.editor.push(ONCALL, PolicyTexts.orders("10/min")));
        }
        process.aSecondPasses();
        process.aSecondPasses();
        assertThat(process.inForce).hasSize(1);
    }

    @Test
    void authorAndReasonAreOneLineEach() {
        for (String wrong : new String[] {"", " ", "a\nb", "x".repeat(101)}) {
            assertThatThrownBy(() -> Author.of(wrong)).hasMessageContaining("by must be a line");
        }
        assertThatThrownBy(() -> new Author("a", Optional.of("x".repeat(501)), OptionalLong.empty()))
                .hasMessageContaining("reason must be a line");
    }
}
