package io.weir.cli.key;

import io.weir.cli.command.ExitCode;
import io.weir.cli.command.ServerOptions;
import io.weir.cli.command.WeirCommand;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code weir api-key rotate}: gives a key another secret and prints it, which is not shown again. */
@Command(
        name = "rotate",
        description = "Gives a key another secret and prints it. The old one stays valid for the grace.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  weir api-key rotate key_4hKqrX0bQ2mZ8sVt --grace 24h"})
final class ApiKeyRotateCommand extends WeirCommand {

    @Parameters(paramLabel = "<id>", description = "The id of the key, key_ and 16 characters.")
    private String id = "";

    @Option(
            names = "--grace",
            paramLabel = "<time>",
            defaultValue = "24h",
            description = "How long the old secret stays valid: 24h by default, 0s to 30d.")
    private String grace = "";

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Mixin
    private final KeyAuthorOptions author = new KeyAuthorOptions();

    @Override
    protected ExitCode run() throws InterruptedException {
        return server.send(author.change("/rotate").withJson(Map.of("id", id, "grace", grace)), ShownKey::made);
    }
}
