package io.weir.cli.audit;

import io.weir.cli.command.ExitCode;
import io.weir.cli.command.ServerCall;
import io.weir.cli.command.ServerOptions;
import io.weir.cli.command.WeirCommand;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code weir audit forget}: destroys the key of a quarter's pseudonyms. */
@Command(
        name = "forget",
        description = {
            "Destroys the key by which pseudonyms of one quarter of a year can be assigned to people.",
            AuditForgetCommand.ENDS
        },
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  weir audit forget --quarter 2026Q1 --reason T-4711 --yes"})
final class AuditForgetCommand extends WeirCommand {

    static final String ENDS =
            "It cannot be undone, and is for everybody in that quarter: weir subject export finds no row of"
                    + " that quarter any more, and events of one account can no longer be told from those of others by its name. Rows,"
                    + " networks of addresses, subjects of blocks and the chain stay.";

    @Option(
            names = "--quarter",
            paramLabel = "<quarter>",
            required = true,
            description = "The quarter of a year in UTC, such as 2026Q1.")
    private String quarter = "";

    @Option(names = "--yes", description = "Does it; without it, nothing is done.")
    private boolean yes;

    @Option(
            names = "--by",
            paramLabel = "<name>",
            defaultValue = "${sys:user.name}",
            description = "The author in the audit; your user name by default.")
    private String by = "";

    @Option(names = "--reason", paramLabel = "<text>", description = "Why, for the audit.")
    private @Nullable String reason;

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Override
    protected ExitCode run() throws InterruptedException {
        if (!yes) {
            throw wrong("Nothing was done. " + ENDS + " Say --yes to do it.");
        }
        String target = "/api/v1/audit/forget?quarter=" + ServerOptions.encode(quarter) + "&by="
                + ServerOptions.encode(by) + (reason == null ? "" : "&reason=" + ServerOptions.encode(reason));
        return server.send(
                new ServerCall("POST", target, Map.of(), ""),
                answer -> "no pseudonym of " + quarter + " can be assigned to a person any more");
    }
}
