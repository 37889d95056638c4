package io.weir.cli.ask;

import io.weir.cli.command.ExitCode;
import io.weir.cli.command.ServerCall;
import io.weir.cli.command.ServerOptions;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The names of a person, and who asks for what is kept of them. */
final class PersonOptions {

    @Parameters(
            arity = "1..*",
            paramLabel = "<subject>",
            description = {
                "All names of the person, because what is kept is found by them: user:42, ip:192.0.2.1, key:job-7,"
                        + " device:<id>, account:<name of a login>, owner:<owner of API keys>. Name the addresses together"
                        + " with the account: locks belong to both."
            })
    private List<String> subjects = List.of();

    @Option(
            names = "--by",
            paramLabel = "<name>",
            defaultValue = "${sys:user.name}",
            description = "The author in the audit; your user name by default.")
    private String by = "";

    @Option(
            names = "--reason",
            paramLabel = "<text>",
            description = "Why, for the audit, which keeps it: the number of a ticket, not a name.")
    private @Nullable String reason;

    @Mixin
    private final ServerOptions server = new ServerOptions();

    ExitCode send(String action, ServerOptions.AnswerLine line) throws InterruptedException {
        String target = "/api/v1/subjects/" + action + "?by=" + ServerOptions.encode(by)
                + (reason == null ? "" : "&reason=" + ServerOptions.encode(reason));
        return server.send(new ServerCall("POST", target, Map.of(), "").withJson(Map.of("subjects", subjects)), line);
    }
}
