package io.weir.cli.command;

import io.weir.policyfile.internal.yaml.Words;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints why a command failed: the reason only, so that it is the last line on the screen. */
public final class CommandErrors {

    private CommandErrors() {}

    public static CommandLine in(CommandLine root) {
        return root.setParameterExceptionHandler(CommandErrors::wrongArguments)
                .setExecutionExceptionHandler(CommandErrors::failed)
                .setExitCodeExceptionMapper(unexpected -> ExitCode.BROKEN.number());
    }

    private static int wrongArguments(ParameterException wrong, String[] arguments) {
        CommandLine command = wrong.getCommandLine();
        command.getErr().println(reason(wrong, command.getCommandSpec()));
        command.getErr().flush();
        return ExitCode.USAGE.number();
    }

    private static String reason(ParameterException wrong, CommandSpec command) {
        String help = " (" + command.qualifiedName() + " --help)";
        if (wrong instanceof UnmatchedArgumentException unmatched) {
            return wrong.getMessage() + suggestion(unmatched, command) + help;
        }
        if (String.valueOf(wrong.getMessage()).startsWith("Missing required subcommand")) {
            return "Say which: " + command.qualifiedName() + " "
                    + String.join(", ", command.subcommands().keySet()) + help;
        }
        // Picocli's own messages name only the mistake; those of Weir also say what to write.
        return wrong.getMessage() + (wrong.getClass() == ParameterException.class ? "" : help);
    }

    private static String suggestion(UnmatchedArgumentException unmatched, CommandSpec command) {
        String word = unmatched.getUnmatched().get(0);
        List<String> known = word.startsWith("-")
                ? List.copyOf(command.optionsMap().keySet())
                : List.copyOf(command.subcommands().keySet());
        Optional<String> near = Words.nearest(word.replaceFirst("=.*", ""), known);
        return near.map(meant -> "; did you mean " + meant + "?").orElse("");
    }

    private static int failed(Exception failure, CommandLine command, ParseResult parsed) throws Exception {
        if (failure instanceof CommandFailure known) {
            command.getErr().println(known.getMessage());
            command.getErr().flush();
            return known.code().number();
        }
        throw failure;
    }
}
