package io.weir.cli.guard;

import picocli.CommandLine.Command;

/** {@code weir lock}: the commands about locked accounts. */
@Command(
        name = "lock",
        description = "Shows the locks of an account at one source, and ends them.",
        mixinStandardHelpOptions = true,
        subcommands = {LockListCommand.class, LockClearCommand.class})
public final class LockCommand {}
