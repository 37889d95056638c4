package io.weir.service;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The {@code weir} command. */
@Command(
        name = "weir",
        description = "A rate limiter that is exact.",
        mixinStandardHelpOptions = true,
        version = "0.1.0-SNAPSHOT",
        subcommands = {ServeCommand.class, CheckCommand.class, CounterCommand.class, BenchCommand.class},
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:done, or allowed",
            "1:denied, or something went wrong",
            "2:wrong options, or the server refused the request"
        })
public final class Weir {

    private Weir() {}

    static CommandLine commandLine(SettingsFile settings) {
        return new CommandLine(new Weir()).setDefaultValueProvider(settings);
    }

    public static void main(String[] arguments) {
        int exitCode = commandLine(SettingsFile.ofThisProcess()).execute(arguments);
        if (exitCode != 0) {
            System.exit(exitCode);
        }
    }
}
