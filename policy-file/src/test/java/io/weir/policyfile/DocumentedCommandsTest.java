package io.weir.policyfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.weir.policy.Policy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands of docs/operating.md and of the runbooks name rules and subjects that policies/ready.yml has. */
final class DocumentedCommandsTest {

    private static final Path DOCS = Path.of("..", "docs");
    private static final Pattern RULE = Pattern.compile("--rule ([^\\s`]+)");
    private static final Pattern SUBJECT = Pattern.compile("weir policy (?:override|reset) ([^\\s`]+)");
    private static final Pattern OVERRIDE =
            Pattern.compile("weir policy override (\\S+) (\"[^\"]+\"|\\d\\S*)(?:.* --rule (\\S+))?");

    static List<String> commands() throws IOException {
        try (Stream<Path> runbooks = Files.list(DOCS.resolve("runbooks"))) {
            return Stream.concat(Stream.of(DOCS.resolve("operating.md")), runbooks.sorted())
                    .flatMap(DocumentedCommandsTest::lines)
                    .filter(line -> line.contains("weir policy "))
                    .toList();
        }
    }

    private static Stream<String> lines(Path file) {
        try {
            return Files.readAllLines(file).stream();
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }

    @Test
    void thereAreCommandsOfEachKind() throws IOException {
        assertThat(commands())
                .anyMatch(RULE.asPredicate())
                .anyMatch(SUBJECT.asPredicate())
                .anyMatch(OVERRIDE.asPredicate());
    }

    @ParameterizedTest
    @MethodSource("commands")
    void areTakenByTheReadyPolicy(String command) throws IOException {
        Policy policy = PolicyReader.create().read(PolicyFiles.FOLDER.resolve("ready.yml"));
        OwnLimits limits = new OwnLimits(policy);
        RULE.matcher(command)
                .results()
                .forEach(named -> assertThat(limits.rule(named.group(1)).name()).isEqualTo(named.group(1)));
        SUBJECT.matcher(command)
                .results()
                .forEach(named -> assertThat(policy.rules())
                        .anyMatch(rule -> rule.per()
                                .types()
                                .contains(limits.subject(named.group(1)).type())));
        Matcher override = OVERRIDE.matcher(command);
        if (override.find()) {
            assertThatCode(() -> add(limits, override)).doesNotThrowAnyException();
        }
    }

    private static void add(OwnLimits limits, Matcher override) {
        String limit = override.group(2).replace("\"", "");
        if (override.group(3) == null) {
            limits.add(override.group(1), limit);
        } else {
            limits.add(override.group(1), limit, override.group(3));
        }
    }
}
