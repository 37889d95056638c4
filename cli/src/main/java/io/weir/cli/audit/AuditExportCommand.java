package io.weir.cli.audit;

import io.weir.cli.command.ExitCode;
import io.weir.cli.command.ServerOptions;
import io.weir.cli.command.WeirCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code weir audit export}: prints rows as lines of JSON, a page at a time. */
@Command(
        name = "export",
        description = "Prints rows of the audit as lines of JSON, the oldest first.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  weir audit export --from 2026-01-01T00:00:00Z > audit.jsonl"})
final class AuditExportCommand extends WeirCommand {

    @Mixin
    private final AuditFilterOptions filter = new AuditFilterOptions();

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Override
    protected ExitCode run() throws InterruptedException {
        long after = filter.after();
        JsonNode rows = page(after);
        while (!rows.isEmpty()) {
            for (JsonNode row : rows) {
                out().println(JsonMapper.shared().writeValueAsString(row));
                after = row.path("seq").asLong();
            }
            out().flush();
            rows = page(after);
        }
        return ExitCode.DONE;
    }

    private JsonNode page(long after) throws InterruptedException {
        return server.ask(filter.get("", after, "&limit=1000")).path("rows");
    }
}
