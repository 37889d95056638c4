package io.weir.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.Weir;
import io.weir.cli.command.SettingsFile;
import io.weir.policy.Policy;
import io.weir.policy.rule.Rule;
import io.weir.policyfile.PolicyReader;
import io.weir.policyfile.PolicyText;
import io.weir.policyfile.internal.read.OwnLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;

/** Every alert has a runbook, and the commands in runbooks exist. */
final class RunbooksTest {

    private static final Path FOLDER = Path.of("..", "docs", "runbooks");
    /** A command in a block, or in backticks. */
    private static final Pattern COMMAND = Pattern.compile("(?m)^    weir (.+)$|`(?:\\w+=\\S+ )?weir ([^`]+)`");

    private static final CommandLine COMMAND_LINE = commandLine();

    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

    private static CommandLine commandLine() {
        return Weir.commandLine(new SettingsFile(Map.of(), Path.of("no-such-file.yml")));
    }

    /** Returns the runbooks, one for each alert. */
    private static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(page -> page.getFileName().toString().startsWith("Weir"))
                    .sorted()
                    .toList();
        }
    }

    private static List<Path> pagesWithCommands() throws IOException {
        Path docs = FOLDER.resolveSibling("");
        try (Stream<Path> runbooks = Files.list(FOLDER);
                Stream<Path> tutorials = Files.list(docs.resolve("tutorials"))) {
            Stream<Path> others = Stream.of(docs.resolve("operating.md"), docs.resolve("troubleshooting.md"));
            return Stream.of(runbooks, tutorials, others)
                    .flatMap(pages -> pages)
                    .sorted()
                    .toList();
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
    void everyAlertHasASeveritySummaryAndDescription() throws IOException {
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
    void everyPageHasTheSameSections() throws IOException {
        for (Path page : pages()) {
            assertThat(Files.readString(page))
                    .as(page.toString())
                    .contains("**Meaning.**", "\n## First look\n", "\n## Likely causes\n", "\n## Act\n", "\n## Undo\n");
        }
    }

    @Test
    void rollbackAlertsNameTheKillSwitch() throws IOException {
        assertThat(RuleFiles.alerts("weir-rollback")).hasSize(3).allSatisfy(alert -> {
            assertThat(alert.at("/annotations/description").asString()).endsWith("Kill switch: weir policy mode off");
            assertThat(Files.readString(page(alert))).contains("    weir policy mode off --reason");
        });
    }

    @Test
    void everyCommandParses() throws IOException {
        List<String> wrong = new ArrayList<>();
        List<Command> commands = commands();
        for (Command command : commands) {
            try {
                command.parsed();
            } catch (RuntimeException refused) {
                wrong.add(command + ": " + refused.getMessage());
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(commands).hasSizeGreaterThan(80);
    }

    /** Returns policies/ready.yml with the rule that operating.md adds to it. */
    private static Policy policy() throws IOException {
        String page = Files.readString(FOLDER.resolveSibling("operating.md"));
        Matcher added = Pattern.compile("(?s)```yaml\\n(.+?)```").matcher(page);
        assertThat(added.find()).isTrue();
        String ready = Files.readString(Path.of("..", "policies", "ready.yml"));
        return PolicyReader.create().read(List.of(new PolicyText("policy.yml", ready + "\n" + added.group(1))));
    }

    /** Each command can be typed as it is printed. */
    @Test
    void everyRuleAndSubjectExistsInTheStartingPolicy() throws IOException {
        Policy policy = policy();
        List<String> names = policy.rules().stream().map(Rule::name).toList();
        int checked = 0;
        for (Command command : commands()) {
            ParseResult parsed = command.parsed();
            String rule = parsed.matchedOptionValue("--rule", null);
            if (rule != null) {
                assertThat(names).as(command.toString()).contains(rule);
                checked++;
            }
            OwnLimits limits = new OwnLimits(policy);
            if (parsed.commandSpec().name().equals("reset")) {
                String type =
                        limits.subject(parsed.matchedPositionalValue(0, "")).type();
                assertThat(policy.rules())
                        .as(command.toString())
                        .anyMatch(each -> each.per().types().contains(type));
                checked++;
            }
            if (parsed.commandSpec().name().equals("override") && !parsed.hasMatchedOption("--end")) {
                String subject = parsed.matchedPositionalValue(0, "");
                String limit = parsed.matchedPositionalValue(1, "");
                if (rule == null) {
                    limits.add(subject, limit);
                } else {
                    limits.add(subject, limit, rule);
                }
                checked++;
            }
        }
        assertThat(checked).isGreaterThan(20);
    }

    /** Without a version, a rollback would undo the last command of the same page, such as the kill switch. */
    @Test
    void everyRollbackInARunbookNamesItsVersion() throws IOException {
        List<Command> rollbacks = commands().stream()
                .filter(command -> command.page().startsWith(FOLDER))
                .filter(command -> command.parsed().commandSpec().name().equals("rollback"))
                .toList();
        assertThat(rollbacks)
                .hasSizeGreaterThan(5)
                .allSatisfy(command -> assertThat(command.parsed().hasMatchedPositional(0))
                        .as(command.toString())
                        .isTrue());
    }

    /** The undo of a page ends each override that the page creates. */
    @Test
    void everyOverrideInARunbookEndsInItsUndo() throws IOException {
        for (Path page : pages()) {
            String undo = Files.readString(page).replaceFirst("(?s)^.*\n## Undo\n", "");
            for (Command command : commands(page)) {
                ParseResult parsed = command.parsed();
                if (parsed.commandSpec().name().equals("override") && !parsed.hasMatchedOption("--end")) {
                    assertThat(undo)
                            .as(command.toString())
                            .contains("weir policy override " + parsed.matchedPositionalValue(0, "") + " ");
                }
            }
        }
    }

    /** A command of a page, parsed once for all tests, because picocli takes long to read the annotations of a command line. */
    private record Command(Path page, String text) {

        private static final Map<String, ParseResult> PARSED = new ConcurrentHashMap<>();

        ParseResult parsed() {
            return PARSED.computeIfAbsent(text, Command::parse);
        }

        private static ParseResult parse(String text) {
            // A comment may follow a command in a block, after three spaces.
            String[] words = WORD.matcher(text.replaceAll("   .*$", "").replaceAll(" > \\S+$", ""))
                    .results()
                    .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
                    .toArray(String[]::new);
            ParseResult parsed = commandLine().parseArgs(words);
            while (parsed.hasSubcommand()) {
                parsed = parsed.subcommand();
            }
            if (!parsed.commandSpec().subcommands().isEmpty()) {
                throw new IllegalArgumentException(
                        "says which of " + parsed.commandSpec().subcommands().keySet());
            }
            return parsed;
        }
    }

    private static List<Command> commands() throws IOException {
        List<Command> commands = new ArrayList<>();
        for (Path page : pagesWithCommands()) {
            commands.addAll(commands(page));
        }
        return commands;
    }

    private static List<Command> commands(Path page) throws IOException {
        List<Command> commands = new ArrayList<>();
        for (MatchResult match :
                COMMAND.matcher(Files.readString(page)).results().toList()) {
            String text = match.group(1) == null ? match.group(2) : match.group(1);
            if (match.group(1) != null || !namesACommand(text)) {
                commands.add(new Command(page, text));
            }
        }
        return commands;
    }

    /** Returns whether the words only name a command, without arguments. */
    private static boolean namesACommand(String text) {
        CommandLine command = COMMAND_LINE;
        for (String word : text.split(" ", -1)) {
            command = command.getSubcommands().get(word);
            if (command == null) {
                return false;
            }
        }
        return true;
    }
}
