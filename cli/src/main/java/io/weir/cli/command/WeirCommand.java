package io.weir.cli.command;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command of {@code weir}, which ends with an exit code and prints to the streams of its command line. */
public abstract class WeirCommand implements Callable<Integer> {

    @Spec
    private @Nullable CommandSpec spec;

    /** Does what the command is for. */
    protected abstract ExitCode run() throws Exception;

    @Override
    public final Integer call() throws Exception {
        return run().number();
    }

    protected final CommandSpec spec() {
        if (spec == null) {
            throw new IllegalStateException("only picocli runs commands");
        }
        return spec;
    }

    protected final PrintWriter out() {
        return spec().commandLine().getOut();
    }

    protected final PrintWriter err() {
        return spec().commandLine().getErr();
    }

    /** An error in the arguments: the command ends with the message, and nothing has been done. */
    protected final ParameterException wrong(String message) {
        return new ParameterException(spec().commandLine(), message);
    }
}
