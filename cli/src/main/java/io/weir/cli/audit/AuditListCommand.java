package io.weir.cli.audit;

import io.weir.cli.command.Columns;
import io.weir.cli.command.ExitCode;
import io.weir.cli.command.ServerOptions;
import io.weir.cli.command.WeirCommand;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code weir audit list}: shows rows of the audit, the oldest first. */
@Command(
        name = "list",
        description = "Shows rows of the audit, the oldest first.",
        mixinStandardHelpOptions = true,
        footer = {"", "Examples:", "  weir audit list --kind key.revoked", "  weir audit list --after 8000 --limit 50"})
final class AuditListCommand extends WeirCommand {

    @Mixin
    private final AuditFilterOptions filter = new AuditFilterOptions();

    @Option(
            names = "--limit",
            paramLabel = "<rows>",
            defaultValue = "100",
            description = "How many at most; 100 by default, 1000 at most.")
    private int limit;

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Override
    protected ExitCode run() throws InterruptedException {
        return server.send(filter.get("", filter.after(), "&limit=" + limit), AuditListCommand::table);
    }

    private static String table(JsonNode answer) {
        if (answer.path("rows").isEmpty()) {
            return "there is no such row";
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("row", "at", "kind", "actor", "subject", "outcome", "times", "detail"));
        answer.path("rows")
                .forEach(row -> rows.add(List.of(
                        text(row, "seq"),
                        text(row, "at"),
                        text(row, "kind"),
                        text(row, "actor"),
                        text(row, "subject"),
                        text(row, "outcome"),
                        text(row, "times"),
                        Columns.safe(row.path("detail").toString()))));
        return String.join("\n", Columns.of(rows));
    }

    private static String text(JsonNode row, String name) {
        return Columns.safe(row.path(name).asString());
    }
}
