package io.weir.cli.ask;

import io.weir.cli.command.Columns;
import io.weir.cli.command.ServerCall;
import io.weir.cli.command.ServerOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code weir subject}: the counters of one caller, of rules and of default limits, and what is kept of a person. */
@Command(
        name = "subject",
        description = "Shows or resets all that is counted for one caller, by rules and by default limits; exports or"
                + " erases all that is kept of a person.",
        mixinStandardHelpOptions = true,
        subcommands = {SubjectExportCommand.class, SubjectEraseCommand.class},
        footer = {
            "",
            "Examples:",
            "  export WEIR_TOKEN=$(cat ~/.weir/admin-token)",
            "  weir subject show user:42",
            "  weir subject show ip:192.0.2.1",
            "  weir subject reset tenant:acme",
            "  weir subject erase user:42 owner:ann"
        })
public final class SubjectCommand {

    @Command(
            description =
                    "Shows what is left under each rule that counts the subject, and when it was denied last; takes"
                            + " nothing.",
            mixinStandardHelpOptions = true)
    int show(
            @Parameters(
                            paramLabel = "<subject>",
                            description = "The subject, such as user:42, ip:192.0.2.1 or key:job-7.")
                    String subject,
            @Mixin ServerOptions server)
            throws InterruptedException {
        return server.send(call("GET", subject), SubjectCommand::text).number();
    }

    @Command(description = "Forgets all that was counted for the subject.", mixinStandardHelpOptions = true)
    int reset(
            @Parameters(
                            paramLabel = "<subject>",
                            description = "The subject, such as user:42, ip:192.0.2.1 or key:job-7.")
                    String subject,
            @Mixin ServerOptions server)
            throws InterruptedException {
        return server.send(
                        call("DELETE", subject),
                        answer -> subject + " is reset under all rules and default limits that count it")
                .number();
    }

    private static ServerCall call(String method, String subject) {
        return new ServerCall(method, "/api/v1/subjects?subject=" + ServerOptions.encode(subject), Map.of(), "");
    }

    private static String text(JsonNode answer) {
        List<String> lines = new ArrayList<>();
        if (answer.path("counters").isEmpty()) {
            lines.add("Nothing is counted for " + answer.path("subject").asString()
                    + ": no rule counts it by itself, and no default limit was used");
        } else {
            lines.addAll(counters(answer.path("counters")));
        }
        if (!answer.path("together").isEmpty()) {
            lines.add("");
            lines.add("Not shown, because they count it together with something else: "
                    + answer.path("together")
                            .valueStream()
                            .map(JsonNode::asString)
                            .collect(Collectors.joining(", ")));
        }
        if (!answer.path("denials").isEmpty()) {
            lines.add("");
            lines.addAll(DenialRows.of(answer.path("denials")));
        }
        return String.join("\n", lines);
    }

    private static List<String> counters(JsonNode counters) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("RULE", "SUBJECT", "LIMIT", "LEFT", "SAYS"));
        counters.forEach(counter -> rows.add(List.of(
                counter.path("rule").asString(),
                Columns.safe(counter.path("subject").asString()),
                counter.path("limit").asString(),
                counter.path("remaining").asString(),
                ExplainCommand.says(counter))));
        return Columns.of(rows);
    }
}
