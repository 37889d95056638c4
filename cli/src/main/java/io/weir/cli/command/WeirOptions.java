package io.weir.cli.command;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options that belong together, and that a command mixes in. */
public abstract class WeirOptions {

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    /** The command that has these options. */
    protected final CommandSpec spec() {
        if (spec == null) {
            throw new IllegalStateException("only picocli reads options");
        }
        return spec;
    }

    /** An error in these options: the command ends with the message, and nothing has been done. */
    public final ParameterException wrong(String message) {
        return new ParameterException(spec().commandLine(), message);
    }
}
