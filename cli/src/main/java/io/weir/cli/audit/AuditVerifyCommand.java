package io.weir.cli.audit;

import io.weir.cli.command.Columns;
import io.weir.cli.command.ExitCode;
import io.weir.cli.command.ServerCall;
import io.weir.cli.command.ServerOptions;
import io.weir.cli.command.WeirCommand;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code weir audit verify}: says whether the audit is as it was written, or which row is not. */
@Command(
        name = "verify",
        description = "Says whether the audit is as it was written, or which row is not.",
        mixinStandardHelpOptions = true,
        footer = {"", "Examples:", "  weir audit verify", "  weir audit verify --head 8123:v1:30f4f12d3df4f302…"})
final class AuditVerifyCommand extends WeirCommand {

    @Option(
            names = "--head",
            paramLabel = "<head>",
            description = "A head of the audit that the log of the server has shown, so that a cut at the end is found"
                    + " too.")
    private @Nullable String head;

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Override
    protected ExitCode run() throws InterruptedException {
        String query = head == null ? "" : "?head=" + ServerOptions.encode(head);
        JsonNode answer = server.ask(new ServerCall("GET", "/api/v1/audit/verify" + query, Map.of(), ""));
        out().println(server.json() ? JsonMapper.shared().writeValueAsString(answer) : line(answer));
        return answer.path("ok").asBoolean() ? ExitCode.DONE : ExitCode.NO;
    }

    private static String line(JsonNode answer) {
        return answer.path("ok").asBoolean()
                ? "intact from row " + answer.path("from").asString() + " to row "
                        + answer.path("to").asString()
                : "broken at row " + answer.path("seq").asString() + ": "
                        + Columns.safe(answer.path("problem").asString());
    }
}
