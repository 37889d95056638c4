package io.weir.cli.ask;

import io.weir.cli.command.ServerOptions;
import picocli.CommandLine.Option;

/** The options that say how subjects are named. */
final class SubjectOptions {

    @Option(
            names = "--reveal",
            description =
                    "Shows names such as user:42 instead of their hashes; the server's log says who asked for it.")
    private boolean reveal;

    @Option(
            names = "--by",
            paramLabel = "<name>",
            defaultValue = "${sys:user.name}",
            description = "Your name in the server's log, because names are shown; your user name by default.")
    private String by = "";

    /** The parameters at the end of a query. */
    String query() {
        return reveal ? "&names=shown&by=" + ServerOptions.encode(by) : "";
    }
}
