package io.weir.cli.policy;

import io.weir.cli.command.ExitCode;
import io.weir.cli.command.ServerOptions;
import io.weir.cli.command.WeirCommand;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code weir policy mode}: the kill switch for all rules, or for one rule. */
@Command(
        name = "mode",
        description = "Switches what all rules may do at most, or what one rule does.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  weir policy mode off                        the kill switch: nothing is limited",
            "  weir policy mode enforce                    limits again",
            "  weir policy mode shadow --rule orders       orders only says what it would deny",
            "  weir policy mode as-written --rule orders   as the policy says"
        })
final class PolicyModeCommand extends WeirCommand {

    @Parameters(paramLabel = "<mode>", description = "enforce, shadow or off; of one rule also as-written.")
    private String mode = "";

    @Option(names = "--rule", paramLabel = "<name>", description = "The rule; all together by default.")
    private @Nullable String rule;

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Mixin
    private final PolicyAuthorOptions author = new PolicyAuthorOptions();

    @Override
    protected ExitCode run() throws InterruptedException {
        return server.send(
                author.change("PUT", "/mode")
                        .withJson(rule == null ? Map.of("mode", mode) : Map.of("mode", mode, "rule", rule)),
                PolicyHistoryCommand::line);
    }
}
