package io.weir.bench;

import io.weir.cli.Weir;
import io.weir.cli.command.SettingsFile;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** The {@code weir} command with the load generator, which {@code weir.jar} does not contain. */
public final class Bench {

    private Bench() {}

    /** Every command of {@code weir.jar}, and {@code weir bench}. */
    public static CommandLine commandLine(SettingsFile settings) {
        return Weir.commandLine(settings, new BenchCommand()).registerConverter(Scenario.class, Bench::scenario);
    }

    private static Scenario scenario(String name) {
        return Scenario.named(name)
                .orElseThrow(() -> new TypeConversionException(
                        "write flood, noisy-neighbour, redis-outage or tier-upgrade, not " + name));
    }

    public static void main(String[] arguments) {
        Weir.runToEnd(commandLine(SettingsFile.ofThisProcess()), arguments);
    }
}
