package io.weir.cli.key;

import io.weir.cli.command.ExitCode;
import io.weir.cli.command.ServerOptions;
import io.weir.cli.command.WeirCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code weir api-key show}: shows what is known of a key. */
@Command(
        name = "show",
        description = "Shows what is known of a key; never its secret.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  weir api-key show key_4hKqrX0bQ2mZ8sVt"})
final class ApiKeyShowCommand extends WeirCommand {

    @Parameters(paramLabel = "<id>", description = "The id of the key, key_ and 16 characters.")
    private String id = "";

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Override
    protected ExitCode run() throws InterruptedException {
        return server.send(ShownKey.get("/show", id), ShownKey::facts);
    }
}
