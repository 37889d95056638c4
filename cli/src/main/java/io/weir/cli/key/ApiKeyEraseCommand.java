package io.weir.cli.key;

import io.weir.cli.command.ExitCode;
import io.weir.cli.command.ServerOptions;
import io.weir.cli.command.WeirCommand;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code weir api-key erase}: revokes the keys of an owner and forgets what they say of the owner. */
@Command(
        name = "erase",
        description = "Revokes all keys of an owner and forgets their name, owner, tenant, networks and hashes. The ids"
                + " stay, which the audit names.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  weir api-key erase --owner acme --reason 'asked for erasure'"})
final class ApiKeyEraseCommand extends WeirCommand {

    @Option(names = "--owner", paramLabel = "<name>", required = true, description = "The owner, as the keys have it.")
    private String owner = "";

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Mixin
    private final KeyAuthorOptions author = new KeyAuthorOptions();

    @Override
    protected ExitCode run() throws InterruptedException {
        return server.send(author.change("/erase").withJson(Map.of("owner", owner)), ApiKeyEraseCommand::line);
    }

    private static String line(JsonNode answer) {
        int erased = answer.path("ids").size();
        return erased == 0
                ? "this owner has no key"
                : erased + (erased == 1 ? " key" : " keys") + " erased: " + ShownKey.list(answer, "ids");
    }
}
