package io.weir.cli.guard;

import io.weir.cli.command.ExitCode;
import io.weir.cli.command.ServerCall;
import io.weir.cli.command.ServerOptions;
import io.weir.cli.command.WeirCommand;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code weir block remove}: ends the blocks of a subject. */
@Command(
        name = "remove",
        description = "Ends the blocks of a subject. A rule that made one does not block it again for a day.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  weir block remove ip:192.0.2.1"})
final class BlockRemoveCommand extends WeirCommand {

    @Parameters(paramLabel = "<subject>", description = "The subject, as weir block list shows it.")
    private String subject = "";

    @Mixin
    private final GuardAuthorOptions author = new GuardAuthorOptions();

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Override
    protected ExitCode run() throws InterruptedException {
        String query = "?subject=" + ServerOptions.encode(subject) + "&" + author.query();
        return server.send(
                new ServerCall("DELETE", BlockListCommand.PATH + query, Map.of(), ""),
                answer -> subject + " is no longer blocked");
    }
}
