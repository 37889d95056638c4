package io.weir.cli.key;

import io.weir.cli.command.ExitCode;
import io.weir.cli.command.ServerOptions;
import io.weir.cli.command.WeirCommand;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code weir api-key enable}: lets a disabled key work again. */
@Command(
        name = "enable",
        description = "Lets a disabled key work again.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  weir api-key enable key_4hKqrX0bQ2mZ8sVt --reason INC-1"})
final class ApiKeyEnableCommand extends WeirCommand {

    @Parameters(paramLabel = "<id>", description = "The id of the key, key_ and 16 characters.")
    private String id = "";

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Mixin
    private final KeyAuthorOptions author = new KeyAuthorOptions();

    @Override
    protected ExitCode run() throws InterruptedException {
        return server.send(author.change("/enable").withJson(Map.of("id", id)), ShownKey::title);
    }
}
