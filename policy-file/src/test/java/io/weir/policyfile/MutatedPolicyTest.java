package io.weir.policyfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Any text is either a policy or has mistakes, whose places are inside the text. {@code -Dweir.mutations=…} tries more of them.
 */
public final class MutatedPolicyTest {

    private static final int FILES = Integer.getInteger("weir.mutations", 5_000);
    private static final String[] PIECES = {
        "",
        " ",
        "\n",
        "\t",
        ":",
        ": ",
        "- ",
        "{",
        "}",
        "[",
        "]",
        "'",
        "\"",
        "#",
        "&a ",
        "*a",
        "!!str ",
        "? ",
        "|",
        ">",
        "%",
        "~",
        "null",
        "true",
        "off",
        "0",
        "-1",
        "9223372036854775807",
        "99999999999999999999",
        "1e400",
        ".nan",
        "1_000",
        "/**",
        "{id}",
        "*",
        "tier",
        "key",
        "per",
        "global",
        "rules:",
        "rate-limit:",
        "10/min",
        "burst 5",
        "\u0000",
        "\u001b",
        "\u202e",
        "😀",
        "\uD800",
        "::/0",
        "ip:",
        "%2e",
        "..",
        "<<: ",
        "---\n",
        "...\n",
        ","
    };

    @Test
    void neverThrowsAnotherException() throws IOException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        List<String> originals = originals();
        int valid = 0;
        for (int i = 0; i < FILES; i++) {
            String text = mutated(originals.get(random.nextInt(originals.size())), random);
            try {
                PolicySamples.READER.read("mutated.yml", text);
                valid++;
            } catch (InvalidPolicyException refused) {
                assertPlausible(refused, text);
            } catch (RuntimeException | StackOverflowError other) {
                fail("seed " + seed + ":\n" + text, other);
            }
        }
        assertThat(valid).as("seed %d", seed).isBetween(FILES / 50, FILES - FILES / 50);
    }

    private static List<String> originals() throws IOException {
        List<String> originals = new ArrayList<>();
        for (Path file : Stream.of(PolicySamples.valid(), PolicySamples.invalid())
                .flatMap(List::stream)
                .toList()) {
            originals.add(Files.readString(file));
        }
        String ready = Files.readString(PolicySamples.FOLDER.resolve("ready.yml"));
        for (int i = 0; i < 50; i++) {
            originals.add(ready);
        }
        return originals;
    }

    /** Mutates the text one to three times: removes, inserts, replaces or moves a piece. */
    public static String mutated(String original, Random random) {
        String text = original;
        for (int i = random.nextInt(3); i >= 0; i--) {
            int from = random.nextInt(text.length() + 1);
            int to = Math.min(text.length(), from + (random.nextBoolean() ? 0 : random.nextInt(20)));
            String piece =
                    random.nextInt(4) == 0 ? text.substring(from, to).repeat(2) : PIECES[random.nextInt(PIECES.length)];
            text = text.substring(0, from) + piece + text.substring(to);
        }
        return text;
    }

    public static void assertPlausible(InvalidPolicyException refused, String text) {
        long lines = text.lines().count() + 1;
        assertThat(refused.mistakes()).isNotEmpty().allSatisfy(mistake -> {
            assertThat(mistake.line()).isBetween(1, (int) lines);
            assertThat(mistake.column()).isPositive();
            assertThat(mistake.message()).isNotBlank().hasSizeLessThan(1_500).doesNotContain("\n");
            // Text of the file may be quoted in the message.
            for (String internal : List.of("null;", "io.weir")) {
                assertThat(mistake.message().contains(internal) && !text.contains(internal))
                        .as("\"%s\" in \"%s\" of this file:\n%s", internal, mistake.message(), text)
                        .isFalse();
            }
        });
    }
}
