package io.weir.cli.policy;

import io.weir.cli.command.ExitCode;
import io.weir.cli.command.ServerCall;
import io.weir.cli.command.ServerOptions;
import io.weir.cli.command.WeirCommand;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code weir policy reset}: resets the counters of one subject. */
@Command(
        name = "reset",
        description =
                "Forgets what all rules have counted for one subject; weir subject reset does so for default limits too.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  weir policy reset user:42"})
final class PolicyResetCommand extends WeirCommand {

    @Parameters(paramLabel = "<subject>", description = "The subject, such as tenant:acme, user:42 or ip:192.0.2.1.")
    private String subject = "";

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Override
    protected ExitCode run() throws InterruptedException {
        ServerCall reset = new ServerCall("POST", "/api/v1/policies/reset", Map.of(), "");
        return server.send(reset.withJson(Map.of("subject", subject)), answer -> subject + " is reset under all rules");
    }
}
