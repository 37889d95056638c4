package io.weir.cli.guard;

import picocli.CommandLine.Command;

/** {@code weir block}: the commands about blocks. */
@Command(
        name = "block",
        description = "Blocks subjects for a time, shows blocks and ends them.",
        mixinStandardHelpOptions = true,
        subcommands = {BlockAddCommand.class, BlockListCommand.class, BlockRemoveCommand.class})
public final class BlockCommand {}
