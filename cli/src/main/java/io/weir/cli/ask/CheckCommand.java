package io.weir.cli.ask;

import io.weir.cli.command.ExitCode;
import io.weir.cli.command.ServerOptions;
import io.weir.cli.command.WeirCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/** {@code weir check}: takes permits from a running server, like any caller. */
@Command(
        name = "check",
        description = "Takes permits from a running server.",
        mixinStandardHelpOptions = true,
        footer = {"", "Examples:", "  weir check user:42", "  weir check user:42 --permits 5 --json"})
public final class CheckCommand extends WeirCommand {

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Mixin
    private final CounterOptions counter = new CounterOptions();

    @Override
    protected ExitCode run() throws InterruptedException {
        return server.send(counter.call("GET", "check"), CheckCommand::line);
    }

    private static String line(JsonNode answer) {
        String left = answer.path("remaining").asString() + " left";
        return answer.path("allowed").asBoolean()
                ? "allowed, " + left
                : "denied, " + left + ", retry after "
                        + answer.path("retryAfterSeconds").asString() + " s";
    }
}
