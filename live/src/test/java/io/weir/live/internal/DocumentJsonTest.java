package io.weir.live.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.live.revision.PolicyContent;
import io.weir.live.revision.PolicyDocument;
import io.weir.live.revision.Revision;
import io.weir.live.revision.RuntimeSettings;
import io.weir.live.revision.SubjectOverride;
import io.weir.policy.rule.Mode;
import io.weir.policyfile.PolicyText;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DocumentJsonTest {

    private static final Instant AT = Instant.parse("2026-01-01T00:00:00.001Z");

    private static Revision revision(long number, String text, RuntimeSettings switches) {
        PolicyContent content = new PolicyContent(List.of(new PolicyText("a.yml", text)), switches);
        return new Revision(number, AT, "oncall", "→ \"changed\"", Optional.of("why\\not"), content);
    }

    @Test
    void readsWhatItHasWritten() {
        StringBuilder everything = new StringBuilder();
        for (int i = 0; i < 0x3000; i++) {
            everything.append((char) i);
        }
        everything.append("🌊\ud83d \ufeff\ufffe\uffff");
        RuntimeSettings switches = new RuntimeSettings(
                Mode.SHADOW,
                Map.of("orders", Mode.OFF, "true", Mode.ENFORCE, "1", Mode.SHADOW),
                List.of(new SubjectOverride("user:~", Optional.of("null"), "1/s", AT, Optional.of("x"), "deployer")));
        PolicyDocument document = PolicyDocument.EMPTY
                .with(revision(1, everything.toString(), RuntimeSettings.NONE))
                .with(revision(2, everything.toString(), switches))
                .with(revision(3, "", switches));
        String text = DocumentJson.write(document);
        assertThat(DocumentJson.read(text)).isEqualTo(document);
        assertThat(text).isASCII().startsWith("{\"format\":1,\"version\":3,");
    }

    @Test
    void unchangedFilesAreWrittenOnce() {
        String file = "x".repeat(1_000);
        PolicyDocument document = PolicyDocument.EMPTY;
        for (int i = 1; i <= 10; i++) {
            document = document.with(revision(i, file, RuntimeSettings.NONE));
        }
        assertThat(DocumentJson.write(document)).hasSizeLessThan(4_000);
    }

    @Test
    void dropsTheOldestRevisionsOfLongTexts() {
        PolicyDocument document = PolicyDocument.EMPTY;
        for (int i = 1; i <= 10; i++) {
            document = document.with(revision(i, i + "x".repeat(1_000_000), RuntimeSettings.NONE));
        }
        assertThat(document.revisions()).extracting(Revision::number).containsExactly(8L, 9L, 10L);
        PolicyDocument larger = document.with(revision(11, "x".repeat(5_000_000), RuntimeSettings.NONE));
        assertThat(larger.revisions()).extracting(Revision::number).containsExactly(11L);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            nonsense | it is not JSON at character 1: { is missing
            []       | it is not JSON at character 1: { is missing
            {        | it is not JSON
            {"format":2,"version":1,"revisions":[]} | a newer version of Weir (format 2, and this one knows 1)
            {"version":1} | "format" is not a number
            {"format":1,"version":1,"revisions":[]} | its newest revision and its version have different numbers
            {"format":1,"version":1,"revisions":7} | "revisions" is not a list
            {"format":1,"version":1,"revisions":[7]} | "revisions" is not an object
            {"format":1,"version":1,"revisions":[{"number":1,"at":"x","by":"a","change":"b","mode":"off"}]} | "at" is not a time
            {"format":1,"version":1,"revisions":[{"number":1,"by":"a","change":"b","mode":"half"}]} | it has the mode "half", which
            {"format":1,"format":1,"version":1} | it is not JSON
            {"format": !!java.net.URL ["http://x"]} | it is not JSON
            {format: 1}  | it is not JSON
            {"format":1} {} | it is not JSON at character 13: there is text after the object
            {"format":null} | it is not JSON
            {"format":1,} | it is not JSON
            {"format":"\\x"} | \\x is not an escape
            {"format":"\\u12g4"} | needs four hexadecimal digits
            {"format":1e} | it is not JSON
            {"format":1234567890123456789012345678901} | a number is too long
            {"format":true} | "format" is not a number
            """)
    void saysWhyItCannotBeRead(String text, String why) {
        assertThatThrownBy(() -> DocumentJson.read(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }

    /**
     * A YAML parser takes minutes for each of these texts; the timeout only ends a test that hangs.
     */
    @ParameterizedTest
    @ValueSource(strings = {" ", "\n", "[", "{\"a\":", "\"", "\\", "-1", "{\"a\":[],"})
    @Timeout(60)
    void tenMillionCharactersAreReadInOnePass(String repeated) {
        String text = "{\"format\":1,\"x\":" + repeated.repeat(10_000_000 / repeated.length());
        assertThatThrownBy(() -> DocumentJson.read(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("it is not JSON");
    }

    @Test
    @Timeout(60)
    void blanksDoNotMatter() {
        PolicyDocument document = PolicyDocument.EMPTY.with(revision(1, "rules", RuntimeSettings.NONE));
        String blanks = " \t\r\n".repeat(1_000_000);
        String text = blanks
                + DocumentJson.write(document).replace("\"number\":", "\"number\" " + blanks + ":" + blanks)
                + blanks;
        assertThat(DocumentJson.read(text)).isEqualTo(document);
    }

    @Test
    void longerTextsAreNotRead() {
        assertThatThrownBy(() -> DocumentJson.read(" ".repeat(DocumentJson.MOST_CHARACTERS + 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("it is longer than 40000000 characters");
    }
}
