package io.weir.cli.ask;

import io.weir.cli.command.Columns;
import io.weir.cli.command.ExitCode;
import io.weir.cli.command.WeirCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/** {@code weir subject erase}: erases all that is kept of a person. */
@Command(
        name = "erase",
        description = {
            "Erases all that is kept of a person: counters, the server's own denials, blocks, overrides, failed logins and"
                    + " locks, API keys.",
            "Blocks end, and keys are revoked. What stays: rows of the audit (see weir audit forget), the last twenty"
                    + " versions of the policy, logs, and the denials that other servers keep until they restart.",
            ""
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Example:",
            "  weir subject erase user:42 account:ann@example.com ip:192.0.2.1 owner:ann --reason T-4711"
        })
final class SubjectEraseCommand extends WeirCommand {

    @Mixin
    private final PersonOptions person = new PersonOptions();

    @Override
    protected ExitCode run() throws InterruptedException {
        return person.send("erase", SubjectEraseCommand::text);
    }

    private static String text(JsonNode answer) {
        return answer.path("subjects")
                .valueStream()
                .map(SubjectEraseCommand::line)
                .collect(Collectors.joining("\n"));
    }

    private static String line(JsonNode erased) {
        List<String> what = new ArrayList<>();
        if (erased.has("denials")) {
            what.add("counters");
        }
        for (String kind : List.of("denials", "blocks", "overrides")) {
            if (erased.path(kind).asInt() > 0) {
                what.add(erased.path(kind).asInt() + " " + kind);
            }
        }
        if (erased.has("sources")) {
            what.add("failed logins, with their locks at "
                    + erased.path("sources").asInt() + " named sources");
        }
        if (erased.has("keys")) {
            what.add(erased.path("keys").size() + " API keys");
        }
        String together =
                erased.path("together").valueStream().map(JsonNode::asString).collect(Collectors.joining(", "));
        return Columns.safe(erased.path("subject").asString()) + " erased: " + String.join(", ", what)
                + (together.isEmpty()
                        ? ""
                        : "; counters together with something else stay until they expire: " + together);
    }
}
