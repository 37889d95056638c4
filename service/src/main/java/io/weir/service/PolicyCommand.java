package io.weir.service;

import picocli.CommandLine.Command;

/** {@code weir policy}: what has to do with policies. */
@Command(
        name = "policy",
        description = "Checks policies.",
        mixinStandardHelpOptions = true,
        subcommands = {PolicyCheckCommand.class})
final class PolicyCommand {}
