package io.weir.cli.guard;

import io.weir.cli.command.Columns;
import io.weir.cli.command.ExitCode;
import io.weir.cli.command.ServerOptions;
import io.weir.cli.command.WeirCommand;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/** {@code weir lock list}: shows the locks of an account at one source. */
@Command(
        name = "list",
        description = "Shows the locks of an account at one source: an address or a known device.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  weir lock list ann@example.com --ip 192.0.2.1"})
final class LockListCommand extends WeirCommand {

    @Mixin
    private final LockedOptions locked = new LockedOptions();

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Override
    protected ExitCode run() throws InterruptedException {
        return server.send(locked.call("GET", ""), LockListCommand::table);
    }

    private static String table(JsonNode answer) {
        if (answer.path("locks").isEmpty()) {
            return "not locked";
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("step", "rule", "seconds left"));
        answer.path("locks")
                .forEach(lock -> rows.add(List.of(
                        Columns.safe(lock.path("step").asString()),
                        Columns.safe(lock.path("rule").asString()),
                        Columns.safe(lock.path("leftSeconds").asString()))));
        return String.join("\n", Columns.of(rows));
    }
}
