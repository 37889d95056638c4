package io.weir.service;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The {@code weir} command. */
@Command(
        name = "weir",
        description = "A rate limiter that is exact.",
        mixinStandardHelpOptions = true,
        version = "0.1.0-SNAPSHOT",
        subcommands = ServeCommand.class)
public final class Weir {

    Weir() {}

    public static void main(String[] arguments) {
        int exitCode = new CommandLine(new Weir()).execute(arguments);
        if (exitCode != 0) {
            System.exit(exitCode);
        }
    }
}
