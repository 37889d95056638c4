package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Scripts cannot share functions without being slower, so they repeat passages, each between {@code -- shared: name} and
 * {@code -- end shared}. This test makes sure that all copies of a passage are equal but for their indentation.
 */
final class SharedPassagesTest {

    private static final Pattern START = Pattern.compile("( *)-- shared: (.+)");
    private static final Pattern END = Pattern.compile(" *-- end shared");

    private record Copy(String place, String text) {}

    private static final Map<String, List<Copy>> PASSAGES = new TreeMap<>();

    @BeforeAll
    static void read() throws IOException {
        try (Stream<Path> files = Files.list(ScriptFilesTest.FOLDER)) {
            for (Path file : files.sorted().toList()) {
                read(file.getFileName().toString(), Files.readAllLines(file));
            }
        }
    }

    private static void read(String file, List<String> lines) {
        for (int i = 0; i < lines.size(); i++) {
            Matcher start = START.matcher(lines.get(i));
            if (start.matches()) {
                String place = file + ":" + (i + 1);
                List<String> passage = new ArrayList<>();
                for (i++; !END.matcher(lines.get(i)).matches(); i++) {
                    assertThat(lines.get(i)).as("inside of %s", place).doesNotMatch(START);
                    passage.add(lines.get(i).replaceFirst("^" + start.group(1), ""));
                }
                PASSAGES.computeIfAbsent(start.group(2), name -> new ArrayList<>())
                        .add(new Copy(place, String.join("\n", passage)));
            }
        }
    }

    @Test
    void allCopiesOfAPassageAreEqual() {
        PASSAGES.forEach((name, copies) -> {
            Copy first = copies.get(0);
            copies.forEach(copy -> assertThat(copy.text())
                    .as("passage '%s' at %s, compared with the copy at %s", name, copy.place(), first.place())
                    .isEqualTo(first.text()));
        });
    }

    @Test
    void onlyPassagesWithCopiesAreMarked() {
        assertThat(PASSAGES).isNotEmpty();
        PASSAGES.forEach((name, copies) ->
                assertThat(copies).as("copies of the passage '%s'", name).hasSizeGreaterThan(1));
    }
}
