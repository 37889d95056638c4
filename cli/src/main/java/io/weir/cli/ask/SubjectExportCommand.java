package io.weir.cli.ask;

import io.weir.cli.command.ExitCode;
import io.weir.cli.command.WeirCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/** {@code weir subject export}: prints all that is kept of a person. */
@Command(
        name = "export",
        description = {
            "Prints as JSON all that is kept of a person: counters, denials, blocks, overrides, locks, API keys, and rows of"
                    + " the audit. The audit records that it was asked for.",
            ""
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Example:",
            "  weir subject export user:42 account:ann@example.com ip:192.0.2.1 owner:ann > ann.json"
        })
final class SubjectExportCommand extends WeirCommand {

    @Mixin
    private final PersonOptions person = new PersonOptions();

    @Override
    protected ExitCode run() throws InterruptedException {
        return person.send("export", JsonNode::toPrettyString);
    }
}
