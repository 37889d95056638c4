package io.weir.cli.policy;

import io.weir.cli.command.Columns;
import io.weir.cli.command.ExitCode;
import io.weir.cli.command.ServerCall;
import io.weir.cli.command.ServerOptions;
import io.weir.cli.command.WeirCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code weir policy show}: shows the policy in force at a server. */
@Command(
        name = "show",
        description = "Shows the policy that is in force at a running server.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  export WEIR_TOKEN=$(cat ~/.weir/admin-token)",
            "  weir policy show",
            "  weir policy show --text > policy.yml"
        })
final class PolicyShowCommand extends WeirCommand {

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Option(names = "--text", description = "Prints the policy as it is written, to be changed and pushed.")
    private boolean text;

    @Override
    protected ExitCode run() throws InterruptedException {
        return server.send(ServerCall.get(""), answer -> text ? text(answer) : summary(answer));
    }

    private static String text(JsonNode answer) {
        List<String> texts = new ArrayList<>();
        JsonNode files = answer.path("files");
        for (JsonNode file : files) {
            String title = files.size() == 1 ? "" : "# " + file.path("name").asString() + "\n";
            texts.add(title + file.path("text").asString().stripTrailing());
        }
        return String.join("\n\n", texts);
    }

    private static String summary(JsonNode answer) {
        List<String> lines = new ArrayList<>();
        lines.add(title(answer));
        if (answer.has("problem")) {
            lines.add("PROBLEM  " + answer.path("problem").asString());
        }
        if (!answer.path("mode").asString().equals("enforce")) {
            lines.add("all rules at most " + answer.path("mode").asString());
        }
        rules(answer).forEach(rule -> lines.add("  " + rule));
        answer.path("switches")
                .path("modes")
                .forEachEntry((rule, mode) -> lines.add("switched  " + rule + " to " + mode.asString()));
        for (JsonNode override : answer.path("switches").path("overrides")) {
            lines.add("override  " + override(override));
        }
        for (JsonNode ignored : answer.path("ignored")) {
            lines.add("ignored   " + ignored.asString());
        }
        return String.join("\n", lines);
    }

    private static String title(JsonNode answer) {
        if (answer.path("source").asString().equals("file")) {
            return "owned by the server's file";
        }
        return answer.has("by") ? PolicyHistoryCommand.line(answer) : "there is no policy yet";
    }

    private static List<String> rules(JsonNode answer) {
        List<List<String>> rows = new ArrayList<>();
        for (JsonNode rule : answer.path("rules")) {
            String where = rule.path(rule.has("key") ? "key" : "path").asString("all paths");
            rows.add(List.of(
                    rule.path("name").asString(),
                    rule.path("limit").asString(),
                    "per " + per(rule),
                    rule.path("mode").asString(),
                    where));
        }
        return Columns.of(rows);
    }

    /** The subject that the rule counts, in the words of a policy file. */
    private static String per(JsonNode rule) {
        String words = rule.path("per")
                .valueStream()
                .map(JsonNode::asString)
                .map(type -> type.equals("apikey") ? "api-key" : type)
                .collect(Collectors.joining(" or "));
        return words.equals("user or api-key or ip") ? "caller" : words;
    }

    private static String override(JsonNode override) {
        return override.path("subject").asString()
                + (override.has("rule") ? " under " + override.path("rule").asString() : "")
                + " has " + override.path("limit").asString()
                + " until " + override.path("until").asString()
                + ", by " + override.path("by").asString()
                + (override.has("reason") ? " (" + override.path("reason").asString() + ")" : "");
    }
}
