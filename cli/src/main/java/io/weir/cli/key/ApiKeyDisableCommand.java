package io.weir.cli.key;

import io.weir.cli.command.ExitCode;
import io.weir.cli.command.ServerOptions;
import io.weir.cli.command.WeirCommand;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code weir api-key disable}: stops a key until it is enabled. */
@Command(
        name = "disable",
        description = "Stops a key until it is enabled.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  weir api-key disable key_4hKqrX0bQ2mZ8sVt --reason INC-1"})
final class ApiKeyDisableCommand extends WeirCommand {

    @Parameters(paramLabel = "<id>", description = "The id of the key, key_ and 16 characters.")
    private String id = "";

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Mixin
    private final KeyAuthorOptions author = new KeyAuthorOptions();

    @Override
    protected ExitCode run() throws InterruptedException {
        return server.send(author.change("/disable").withJson(Map.of("id", id)), ShownKey::title);
    }
}
