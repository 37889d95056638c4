package io.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every test that docs/attacks.md names exists. */
final class DocumentedAttacksTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern NAMED = Pattern.compile("`([A-Z]\\w+(?:Test|Contract))\\.(\\w+)`");

    @Test
    void everyAttackHasItsTest() throws IOException {
        List<MatchResult> named = NAMED.matcher(Files.readString(ROOT.resolve("docs/attacks.md")))
                .results()
                .toList();
        List<Path> sources = sources();
        List<String> missing = new ArrayList<>();
        for (MatchResult test : named) {
            if (!isThere(test.group(1), test.group(2), sources)) {
                missing.add(test.group());
            }
        }
        assertThat(named).hasSizeGreaterThan(40);
        assertThat(missing).isEmpty();
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(path -> path.toString().endsWith(".java")).toList();
        }
    }

    private static boolean isThere(String type, String method, List<Path> sources) throws IOException {
        Pattern declared = Pattern.compile("void " + method + "\\(");
        for (Path file : sources) {
            if (file.endsWith(type + ".java")
                    && declared.matcher(Files.readString(file)).find()) {
                return true;
            }
        }
        return false;
    }
}
