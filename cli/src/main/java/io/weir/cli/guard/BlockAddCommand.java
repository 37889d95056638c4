package io.weir.cli.guard;

import io.weir.cli.command.ExitCode;
import io.weir.cli.command.ServerCall;
import io.weir.cli.command.ServerOptions;
import io.weir.cli.command.WeirCommand;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code weir block add}: blocks a subject for a time. */
@Command(
        name = "add",
        description =
                "Blocks a subject for a time: none of its requests is allowed, on all instances within two seconds.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  weir block add ip:192.0.2.1 --for 1h --reason 'abuse report 4711'",
            "  weir block add cidr:198.51.100.0/24 --for 7days"
        })
final class BlockAddCommand extends WeirCommand {

    @Parameters(
            paramLabel = "<subject>",
            description = "ip:, cidr:, user:, api-key:, tenant:, device: or fingerprint: and who it is.")
    private String subject = "";

    @Option(names = "--for", paramLabel = "<time>", required = true, description = "How long, such as 15min or 1h.")
    private String time = "";

    @Option(names = "--reason", paramLabel = "<text>", description = "The reason, as lists and the audit show it.")
    private @Nullable String reason;

    @Mixin
    private final GuardAuthorOptions author = new GuardAuthorOptions();

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Override
    protected ExitCode run() throws InterruptedException {
        Map<String, String> fields = new LinkedHashMap<>(Map.of("subject", subject, "for", time));
        if (reason != null) {
            fields.put("reason", reason);
        }
        ServerCall call = new ServerCall("PUT", BlockListCommand.PATH + "?" + author.query(), Map.of(), "");
        return server.send(call.withJson(fields), BlockListCommand::line);
    }
}
