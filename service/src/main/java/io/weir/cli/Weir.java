package io.weir.cli;

import io.weir.bench.BenchCommand;
import io.weir.bench.Scenario;
import io.weir.classify.Cidr;
import io.weir.cli.policy.PolicyCommand;
import io.weir.cli.serve.ServeCommand;
import io.weir.http.HeaderStyle;
import io.weir.limit.Rate;
import java.time.Duration;
import java.util.Arrays;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The {@code weir} command. */
@Command(
        name = "weir",
        description = "A rate limiter that is exact.",
        mixinStandardHelpOptions = true,
        subcommands = {
            ServeCommand.class,
            CheckCommand.class,
            CounterCommand.class,
            SubjectCommand.class,
            DenialsCommand.class,
            ExplainCommand.class,
            PolicyCommand.class,
            TopCommand.class,
            BenchCommand.class,
            GenerateCompletion.class
        })
public final class Weir {

    private Weir() {}

    private static Cidr network(String text) {
        try {
            return Cidr.parse(text);
        } catch (IllegalArgumentException wrong) {
            throw new CommandLine.TypeConversionException(wrong.getMessage());
        }
    }

    private static HeaderStyle.Dialect dialect(String name) {
        return switch (name) {
            case "x-ratelimit" -> HeaderStyle.Dialect.X_RATELIMIT;
            case "ratelimit" -> HeaderStyle.Dialect.RATELIMIT;
            case "draft" -> HeaderStyle.Dialect.DRAFT;
            default ->
                throw new CommandLine.TypeConversionException("write x-ratelimit, ratelimit or draft, not " + name);
        };
    }

    private static Scenario scenario(String name) {
        return Arrays.stream(Scenario.values())
                .filter(scenario -> scenario.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new CommandLine.TypeConversionException(
                        "write flood, noisy-neighbour, redis-outage or tier-upgrade, not " + name));
    }

    private static Duration time(String text) {
        try {
            // Times are spelt as in a rate.
            return Rate.parse("1 per " + text).period();
        } catch (IllegalArgumentException wrong) {
            throw new CommandLine.TypeConversionException("write 300ms, 20s or 2min, not " + text);
        }
    }

    public static CommandLine commandLine(SettingsFile settings) {
        CommandLine weir = new CommandLine(new Weir());
        ExitCode.describeIn(weir.getCommandSpec());
        showVersion(weir);
        return CommandErrors.in(weir)
                .setDefaultValueProvider(settings)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .registerConverter(Cidr.class, Weir::network)
                .registerConverter(Duration.class, Weir::time)
                .registerConverter(Scenario.class, Weir::scenario)
                .registerConverter(HeaderStyle.Dialect.class, Weir::dialect);
    }

    /** Gives every command the same answer to {@code --version}. */
    private static void showVersion(CommandLine command) {
        command.getCommandSpec().versionProvider(new WeirVersion());
        command.getSubcommands().values().forEach(Weir::showVersion);
    }

    public static void main(String[] arguments) {
        int exitCode = commandLine(SettingsFile.ofThisProcess()).execute(arguments);
        if (exitCode != 0) {
            System.exit(exitCode);
        }
    }
}
