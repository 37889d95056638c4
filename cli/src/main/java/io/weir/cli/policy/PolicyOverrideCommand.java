package io.weir.cli.policy;

import io.weir.cli.command.ExitCode;
import io.weir.cli.command.ServerOptions;
import io.weir.cli.command.WeirCommand;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code weir policy override}: gives one subject a limit of its own for a while. */
@Command(
        name = "override",
        description = "Gives one subject a limit of its own for a while, or ends that.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  weir policy override tenant:acme 5000/min --for 2h --reason \"their import\"",
            "  weir policy override user:42 10/h --rule exports --until 2026-12-31T00:00:00Z",
            "  weir policy override tenant:acme --end"
        })
final class PolicyOverrideCommand extends WeirCommand {

    @Parameters(
            index = "0",
            paramLabel = "<subject>",
            description = "The subject, such as tenant:acme, user:42 or ip:192.0.2.1.")
    private String subject = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "<limit>",
            description = "Such as 5000/min, or \"{algorithm: sliding-window, permits: 10, per: 1m}\".")
    private @Nullable String limit;

    @Option(
            names = "--rule",
            paramLabel = "<name>",
            description = "The rule whose limit it stands for; all rules without a path by default.")
    private @Nullable String rule;

    @ArgGroup(multiplicity = "1")
    private End end = new End();

    /** The end of the override. */
    static final class End {

        @Option(names = "--for", paramLabel = "<time>", description = "How long, such as 30min, 2h or 7days.")
        private @Nullable String span;

        @Option(names = "--until", paramLabel = "<time>", description = "Until when, such as 2026-12-31T00:00:00Z.")
        private @Nullable String until;

        @Option(names = "--end", description = "Ends the override now.")
        private boolean now;
    }

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Mixin
    private final PolicyAuthorOptions author = new PolicyAuthorOptions();

    @Override
    protected ExitCode run() throws InterruptedException {
        if (end.now) {
            String which = "?subject=" + ServerOptions.encode(subject)
                    + (rule == null ? "" : "&rule=" + ServerOptions.encode(rule));
            return server.send(author.change("DELETE", "/overrides" + which), PolicyHistoryCommand::line);
        }
        Map<String, String> fields = new LinkedHashMap<>();
        put(fields, "subject", subject);
        put(fields, "rule", rule);
        put(fields, "limit", limit);
        put(fields, "for", end.span);
        put(fields, "until", end.until);
        return server.send(author.change("PUT", "/overrides").withJson(fields), PolicyHistoryCommand::line);
    }

    private static void put(Map<String, String> fields, String name, @Nullable String value) {
        if (value != null) {
            fields.put(name, value);
        }
    }
}
