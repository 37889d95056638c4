package io.weir.cli.guard;

import io.weir.cli.command.ServerOptions;
import picocli.CommandLine.Option;

/** The author of a change. */
final class GuardAuthorOptions {

    @Option(
            names = "--by",
            paramLabel = "<name>",
            defaultValue = "${sys:user.name}",
            description = "The author in the audit; your user name by default.")
    private String by = "";

    /** Returns the part of a query that names the author. */
    String query() {
        return "by=" + ServerOptions.encode(by);
    }
}
