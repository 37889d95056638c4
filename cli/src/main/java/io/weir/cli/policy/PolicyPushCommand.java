package io.weir.cli.policy;

import io.weir.cli.command.ExitCode;
import io.weir.cli.command.ServerCall;
import io.weir.cli.command.ServerOptions;
import io.weir.cli.command.WeirCommand;
import io.weir.policyfile.InvalidPolicyException;
import io.weir.policyfile.PolicyText;
import io.weir.service.PolicyFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code weir policy push}: replaces the policy of a server, and of all servers on the same Redis. */
@Command(
        name = "push",
        description = "Replaces the policy of a running server, and of all on the same Redis. One with mistakes changes"
                + " nothing.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  weir policy push policy.yml --reason \"more for the sale\"",
            "  weir policy push policies/ --expect 7"
        })
final class PolicyPushCommand extends WeirCommand {

    @Parameters(
            paramLabel = "<file or folder>",
            description = "The policy; of a folder, all files that end in .yml or .yaml.")
    private Path policy = Path.of("");

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Mixin
    private final PolicyAuthorOptions author = new PolicyAuthorOptions();

    @Override
    protected ExitCode run() throws InterruptedException {
        List<Map<String, String>> files = texts().stream()
                .map(file -> Map.of("name", file.name(), "text", file.text()))
                .toList();
        ServerCall push = author.change("PUT", "").withJson(Map.of("files", files));
        return server.send(push, PolicyHistoryCommand::line);
    }

    private List<PolicyText> texts() {
        try {
            return PolicyFiles.read(policy);
        } catch (IOException | InvalidPolicyException unreadable) {
            throw wrong("Cannot read " + policy + ": " + unreadable.getMessage());
        }
    }
}
