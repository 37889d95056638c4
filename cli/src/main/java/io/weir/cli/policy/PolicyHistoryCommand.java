package io.weir.cli.policy;

import io.weir.cli.command.ExitCode;
import io.weir.cli.command.ServerCall;
import io.weir.cli.command.ServerOptions;
import io.weir.cli.command.WeirCommand;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/** {@code weir policy history}: shows the author, time and reason of each change. */
@Command(
        name = "history",
        description = "Shows who changed the policy, when, what and why; the newest first.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  export WEIR_TOKEN=$(cat ~/.weir/admin-token)", "  weir policy history"})
final class PolicyHistoryCommand extends WeirCommand {

    private static final int WIDTH = 110;
    private static final String INDENT = "    ";

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Override
    protected ExitCode run() throws InterruptedException {
        return server.send(
                ServerCall.get("/history"),
                answer -> answer.path("revisions").isEmpty()
                        ? "there is no policy yet"
                        : answer.path("revisions")
                                .valueStream()
                                .map(PolicyHistoryCommand::line)
                                .collect(Collectors.joining("\n")));
    }

    /** A revision in one line, or with its changes in indented lines below if the line would be too long for a terminal. */
    static String line(JsonNode revision) {
        String title = (revision.path("unchanged").asBoolean() ? "all is like that already: " : "")
                + "version " + revision.path("version").asString()
                + ", by " + revision.path("by").asString()
                + " at " + revision.path("at").asString();
        String change = revision.path("change").asString();
        String reason = revision.has("reason") ? " (" + revision.path("reason").asString() + ")" : "";
        String line = title + ": " + change + reason;
        return line.length() <= WIDTH ? line : title + reason + indented(change);
    }

    private static String indented(String change) {
        StringBuilder lines = new StringBuilder();
        int used = WIDTH;
        for (String part : change.split("(?<=, )", -1)) {
            if (used + part.stripTrailing().length() > WIDTH) {
                lines.append('\n').append(INDENT);
                used = INDENT.length();
            }
            lines.append(part);
            used += part.length();
        }
        return lines.toString().replace(" \n", "\n");
    }
}
