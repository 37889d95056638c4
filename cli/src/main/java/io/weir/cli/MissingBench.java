package io.weir.cli;

import io.weir.cli.command.CommandFailure;
import io.weir.cli.command.ExitCode;
import io.weir.cli.command.WeirCommand;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** {@code weir bench} in a {@code weir.jar}, which does not contain the load generator: says where it is. */
@Command(
        name = "bench",
        description = "Loads a running server and plays scenarios to it: ./weir bench, in the source tree of Weir.")
final class MissingBench extends WeirCommand {

    @Unmatched
    private final List<String> ignored = new ArrayList<>();

    @Override
    protected ExitCode run() {
        throw new CommandFailure(
                ExitCode.USAGE,
                "weir.jar has no load generator, so that it cannot harm what it runs beside: use ./weir bench in the"
                        + " source tree of Weir");
    }
}
