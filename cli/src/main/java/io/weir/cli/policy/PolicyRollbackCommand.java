package io.weir.cli.policy;

import io.weir.cli.command.ExitCode;
import io.weir.cli.command.ServerOptions;
import io.weir.cli.command.WeirCommand;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code weir policy rollback}: restores an earlier version. */
@Command(
        name = "rollback",
        description =
                "Makes the policy, its modes and overrides what they were in an earlier version, as a new version.",
        mixinStandardHelpOptions = true,
        footer = {"", "Examples:", "  weir policy rollback", "  weir policy rollback 5 --reason \"orders were refused\""
        })
final class PolicyRollbackCommand extends WeirCommand {

    @Parameters(
            arity = "0..1",
            paramLabel = "<version>",
            description = "The version, such as history shows it; the one before the newest by default.")
    private @Nullable Long version;

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Mixin
    private final PolicyAuthorOptions author = new PolicyAuthorOptions();

    @Override
    protected ExitCode run() throws InterruptedException {
        return server.send(
                author.change("POST", "/rollback").withJson(version == null ? Map.of() : Map.of("to", version)),
                PolicyHistoryCommand::line);
    }
}
