package io.weir.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;

/** Alerts and runbooks belong together, and the commands that runbooks name exist. */
final class RunbooksTest {

    private static final Path FOLDER = Path.of("..", "docs", "runbooks");
    /** A line of its own, or words in backticks. */
    private static final Pattern COMMAND = Pattern.compile("(?m)^    weir (.+)$|`(?:\\w+=\\S+ )?weir ([^`]+)`");

    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

    private static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(page -> !page.endsWith("README.md")).sorted().toList();
        }
    }

    private static Path page(JsonNode alert) {
        return FOLDER.resolve(alert.path("alert").asString() + ".md");
    }

    @Test
    void everyAlertHasItsPageAndEveryPageItsAlert() throws IOException {
        assertThat(RuleFiles.alerts().stream().map(RunbooksTest::page))
                .containsExactlyInAnyOrderElementsOf(pages())
                .hasSizeGreaterThan(12);
        assertThat(RuleFiles.alerts())
                .allSatisfy(alert -> assertThat(alert.at("/annotations/runbook").asString())
                        .isEqualTo("docs/runbooks/" + alert.path("alert").asString() + ".md"));
    }

    @Test
    void everyAlertSaysHowBadItIsWhatItSawAndWhatToLookAt() throws IOException {
        String list = Files.readString(FOLDER.resolve("README.md"));
        for (JsonNode alert : RuleFiles.alerts()) {
            String name = alert.path("alert").asString();
            String severity = alert.at("/labels/severity").asString();
            assertThat(severity).as(name).matches("P[0-3]");
            assertThat(alert.at("/annotations/summary").asString()).as(name).isNotBlank();
            assertThat(alert.at("/annotations/description").asString()).as(name).containsIgnoringCase("see ");
            assertThat(Files.readString(page(alert))).startsWith("# " + name + " (" + severity);
            assertThat(list).contains("| " + severity + " | [" + name + "](" + name + ".md) |");
        }
    }

    @Test
    void everyPageSaysWhatItMeansAndWhatToDo() throws IOException {
        for (Path page : pages()) {
            assertThat(Files.readString(page))
                    .as(page.toString())
                    .contains("**Meaning.**", "\n## First look\n", "\n## Likely causes\n", "\n## Act\n", "\n## Undo\n");
        }
    }

    @Test
    void reasonsToRollBackNameTheKillSwitch() throws IOException {
        assertThat(RuleFiles.alerts("weir-rollback")).hasSize(3).allSatisfy(alert -> {
            assertThat(alert.at("/annotations/description").asString()).endsWith("Kill switch: weir policy mode off");
            assertThat(Files.readString(page(alert))).contains("    weir policy mode off --reason");
        });
    }

    @Test
    void everyCommandParses() throws IOException {
        List<String> wrong = new ArrayList<>();
        int commands = 0;
        for (Path page : pages()) {
            for (MatchResult match :
                    COMMAND.matcher(Files.readString(page)).results().toList()) {
                String command = match.group(1) == null ? match.group(2) : match.group(1);
                commands++;
                try {
                    parse(command);
                } catch (RuntimeException refused) {
                    wrong.add(page.getFileName() + ": weir " + command + ": " + refused.getMessage());
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(commands).isGreaterThan(60);
    }

    private static void parse(String command) {
        String[] words = WORD.matcher(command.replaceAll(" > \\S+$", ""))
                .results()
                .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
                .toArray(String[]::new);
        ParseResult parsed = Weir.commandLine(new SettingsFile(Map.of(), Path.of("no-such-file.yml")))
                .parseArgs(words);
        while (parsed.hasSubcommand()) {
            parsed = parsed.subcommand();
        }
        if (!parsed.commandSpec().subcommands().isEmpty()) {
            throw new IllegalArgumentException(
                    "says which of " + parsed.commandSpec().subcommands().keySet());
        }
    }
}
