package io.weir.cli.command;

/** Ends a command with one line for the user and an exit code. Mistakes in options are picocli's ParameterException instead. */
public final class CommandFailure extends RuntimeException {

    private final ExitCode code;

    public CommandFailure(ExitCode code, String message) {
        super(message, null, false, false);
        this.code = code;
    }

    ExitCode code() {
        return code;
    }
}
