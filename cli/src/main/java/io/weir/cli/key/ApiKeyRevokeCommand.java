package io.weir.cli.key;

import io.weir.cli.command.ExitCode;
import io.weir.cli.command.ServerOptions;
import io.weir.cli.command.WeirCommand;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code weir api-key revoke}: ends a key for good. */
@Command(
        name = "revoke",
        description = "Ends a key for good.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  weir api-key revoke key_4hKqrX0bQ2mZ8sVt --reason INC-1"})
final class ApiKeyRevokeCommand extends WeirCommand {

    @Parameters(paramLabel = "<id>", description = "The id of the key, key_ and 16 characters.")
    private String id = "";

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Mixin
    private final KeyAuthorOptions author = new KeyAuthorOptions();

    @Override
    protected ExitCode run() throws InterruptedException {
        return server.send(author.change("/revoke").withJson(Map.of("id", id)), ShownKey::title);
    }
}
