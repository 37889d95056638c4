package io.weir.service;

import picocli.CommandLine.Command;

/** {@code weir policy}: what has to do with policies. */
@Command(
        name = "policy",
        description = "Checks and makes policies.",
        mixinStandardHelpOptions = true,
        subcommands = {PolicyCheckCommand.class, PolicyConvertCommand.class})
final class PolicyCommand {}
