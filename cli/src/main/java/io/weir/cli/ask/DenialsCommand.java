package io.weir.cli.ask;

import io.weir.cli.command.ExitCode;
import io.weir.cli.command.ServerCall;
import io.weir.cli.command.ServerOptions;
import io.weir.cli.command.WeirCommand;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code weir denials}: shows the last denials, and the rules that made them. */
@Command(
        name = "denials",
        description =
                "Shows the last denials of a server, or those of one subject: when, how often, and by which rule.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  export WEIR_TOKEN=$(cat ~/.weir/admin-token)",
            "  weir denials user:42",
            "  weir denials --lines 30",
            "  weir denials --reveal",
            "",
            "Each server keeps its own: of each rule the last hundred subjects or so, until it is restarted."
        })
public final class DenialsCommand extends WeirCommand {

    private static final int MOST_LINES = 100;

    @Parameters(arity = "0..1", paramLabel = "<subject>", description = "The subject, such as user:42; all by default.")
    private @Nullable String subject;

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Mixin
    private final SubjectOptions names = new SubjectOptions();

    @Option(
            names = "--lines",
            paramLabel = "<number>",
            defaultValue = "10",
            description = "How many to show, from 1 to 100; 10 by default. Each rule has the same part of them.")
    private int lines;

    @Override
    protected ExitCode run() throws InterruptedException {
        if (lines < 1 || lines > MOST_LINES) {
            throw wrong("--lines must be from 1 to " + MOST_LINES + ", but was " + lines);
        }
        String which = subject == null ? names.query() : "&subject=" + ServerOptions.encode(subject);
        ServerCall call = new ServerCall("GET", "/api/v1/subjects/denials?limit=" + lines + which, Map.of(), "");
        return server.send(call, this::text);
    }

    private String text(JsonNode answer) {
        JsonNode denials = answer.path("denials");
        return denials.isEmpty()
                ? (subject == null ? "nobody was denied" : subject + " was not denied")
                        + " at this server since its start," + " as far as it remembers"
                : String.join("\n", DenialRows.of(denials));
    }
}
