package io.weir.cli.guard;

import io.weir.cli.command.Columns;
import io.weir.cli.command.ExitCode;
import io.weir.cli.command.ServerCall;
import io.weir.cli.command.ServerOptions;
import io.weir.cli.command.WeirCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/** {@code weir block list}: shows the blocks that are in force. */
@Command(
        name = "list",
        description = "Shows the blocks that are in force.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  weir block list"})
final class BlockListCommand extends WeirCommand {

    static final String PATH = "/api/v1/guard/blocks";

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Override
    protected ExitCode run() throws InterruptedException {
        return server.send(new ServerCall("GET", PATH, Map.of(), ""), BlockListCommand::table);
    }

    private static String table(JsonNode answer) {
        if (answer.path("blocks").isEmpty()) {
            return "nothing is blocked";
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("subject", "until", "by", "reason"));
        answer.path("blocks")
                .forEach(block -> rows.add(List.of(
                        text(block, "subject"), text(block, "until"), text(block, "by"), text(block, "reason"))));
        return String.join("\n", Columns.of(rows));
    }

    /** Returns a block in one line. */
    static String line(JsonNode block) {
        return text(block, "subject") + " is blocked until " + text(block, "until");
    }

    private static String text(JsonNode block, String name) {
        return Columns.safe(block.path(name).asString());
    }
}
