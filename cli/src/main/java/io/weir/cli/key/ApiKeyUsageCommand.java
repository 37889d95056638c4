package io.weir.cli.key;

import io.weir.cli.command.ExitCode;
import io.weir.cli.command.ServerOptions;
import io.weir.cli.command.WeirCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code weir api-key usage}: shows how much a key was used. */
@Command(
        name = "usage",
        description = "Shows how often a key was used and when last, up to a minute ago.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  weir api-key usage key_4hKqrX0bQ2mZ8sVt"})
final class ApiKeyUsageCommand extends WeirCommand {

    @Parameters(paramLabel = "<id>", description = "The id of the key, key_ and 16 characters.")
    private String id = "";

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Override
    protected ExitCode run() throws InterruptedException {
        return server.send(ShownKey.get("/usage", id), ShownKey::facts);
    }
}
