package io.weir.cli;

import io.weir.classify.Cidr;
import io.weir.cli.ask.CheckCommand;
import io.weir.cli.ask.CounterCommand;
import io.weir.cli.ask.DenialsCommand;
import io.weir.cli.ask.ExplainCommand;
import io.weir.cli.ask.SubjectCommand;
import io.weir.cli.ask.TopCommand;
import io.weir.cli.audit.AuditCommand;
import io.weir.cli.command.CommandErrors;
import io.weir.cli.command.ExitCode;
import io.weir.cli.command.SettingsFile;
import io.weir.cli.command.WeirCommand;
import io.weir.cli.guard.BlockCommand;
import io.weir.cli.guard.LockCommand;
import io.weir.cli.key.ApiKeyCommand;
import io.weir.cli.policy.PolicyCommand;
import io.weir.cli.serve.ServeCommand;
import io.weir.cli.simulate.SimulateCommand;
import io.weir.http.HeaderStyle;
import io.weir.limit.spi.Span;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.function.Function;
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
            ApiKeyCommand.class,
            AuditCommand.class,
            BlockCommand.class,
            LockCommand.class,
            TopCommand.class,
            SimulateCommand.class
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

    private static Duration time(String text) {
        try {
            return Span.parse(text);
        } catch (IllegalArgumentException wrong) {
            throw new CommandLine.TypeConversionException("write 300ms, 20s or 2min, not " + text);
        }
    }

    private static <N> CommandLine.ITypeConverter<N> number(String kind, Function<String, N> parser) {
        return text -> {
            try {
                return parser.apply(text.strip());
            } catch (NumberFormatException wrong) {
                throw new CommandLine.TypeConversionException("write a " + kind + ", not " + text);
            }
        };
    }

    private static URI address(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException wrong) {
            throw new CommandLine.TypeConversionException(
                    "write an address such as http://localhost:8080, not " + text);
        }
    }

    /** Words for mistakes in numbers, in which picocli would name types of Java. */
    private static CommandLine withNumbers(CommandLine weir) {
        CommandLine.ITypeConverter<Integer> whole =
                number("whole number of at most " + Integer.MAX_VALUE, Integer::valueOf);
        CommandLine.ITypeConverter<Long> large = number("whole number", Long::valueOf);
        CommandLine.ITypeConverter<Double> part = number("number such as 0.5", Double::valueOf);
        return weir.registerConverter(int.class, whole)
                .registerConverter(Integer.class, whole)
                .registerConverter(long.class, large)
                .registerConverter(Long.class, large)
                .registerConverter(double.class, part)
                .registerConverter(Double.class, part);
    }

    /** The command as {@code weir.jar} has it. */
    public static CommandLine commandLine(SettingsFile settings) {
        return commandLine(settings, new MissingBench());
    }

    /** The command with a load generator as its subcommand {@code bench}. */
    public static CommandLine commandLine(SettingsFile settings, WeirCommand bench) {
        CommandLine weir = new CommandLine(new Weir())
                .addSubcommand("bench", bench)
                .addSubcommand("generate-completion", new GenerateCompletion());
        ExitCode.describeIn(weir.getCommandSpec());
        showVersion(weir);
        return withNumbers(CommandErrors.in(weir))
                .setDefaultValueProvider(settings)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .registerConverter(Cidr.class, Weir::network)
                .registerConverter(Duration.class, Weir::time)
                .registerConverter(URI.class, Weir::address)
                .registerConverter(HeaderStyle.Dialect.class, Weir::dialect);
    }

    /** Gives every command the same answer to {@code --version}. */
    private static void showVersion(CommandLine command) {
        command.getCommandSpec().versionProvider(new WeirVersion());
        command.getSubcommands().values().forEach(Weir::showVersion);
    }

    /** Runs a command, and ends this process if it failed. The threads of a service that it started go on otherwise. */
    public static void runToEnd(CommandLine weir, String... arguments) {
        int exitCode = weir.execute(arguments);
        if (exitCode != 0) {
            System.exit(exitCode);
        }
    }

    public static void main(String[] arguments) {
        runToEnd(commandLine(SettingsFile.ofThisProcess()), arguments);
    }
}
