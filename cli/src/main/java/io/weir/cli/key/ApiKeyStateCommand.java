package io.weir.cli.key;

import io.weir.cli.command.ExitCode;
import io.weir.cli.command.ServerOptions;
import io.weir.cli.command.WeirCommand;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The commands that change whether a key works, and need its id only. */
abstract sealed class ApiKeyStateCommand extends WeirCommand {

    private final String below;

    @Parameters(paramLabel = "<id>", description = "The id of the key, key_ and 16 characters.")
    private String id = "";

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Mixin
    private final KeyAuthorOptions author = new KeyAuthorOptions();

    private ApiKeyStateCommand(String below) {
        this.below = below;
    }

    @Override
    protected ExitCode run() throws InterruptedException {
        return server.send(author.change(below).withJson(Map.of("id", id)), ShownKey::title);
    }

    /** {@code weir api-key revoke}: ends a key for good. */
    @Command(
            name = "revoke",
            description = "Ends a key for good.",
            mixinStandardHelpOptions = true,
            footer = {"", "Example:", "  weir api-key revoke key_4hKqrX0bQ2mZ8sVt --reason INC-1"})
    static final class Revoke extends ApiKeyStateCommand {
        Revoke() {
            super("/revoke");
        }
    }

    /** {@code weir api-key disable}: stops a key until it is enabled. */
    @Command(
            name = "disable",
            description = "Stops a key until it is enabled.",
            mixinStandardHelpOptions = true,
            footer = {"", "Example:", "  weir api-key disable key_4hKqrX0bQ2mZ8sVt --reason INC-1"})
    static final class Disable extends ApiKeyStateCommand {
        Disable() {
            super("/disable");
        }
    }

    /** {@code weir api-key enable}: lets a disabled key work again. */
    @Command(
            name = "enable",
            description = "Lets a disabled key work again.",
            mixinStandardHelpOptions = true,
            footer = {"", "Example:", "  weir api-key enable key_4hKqrX0bQ2mZ8sVt --reason INC-1"})
    static final class Enable extends ApiKeyStateCommand {
        Enable() {
            super("/enable");
        }
    }
}
