package io.weir.cli.policy;

import picocli.CommandLine.Command;

/** {@code weir policy}: the commands about policies. */
@Command(
        name = "policy",
        description = "Checks a policy or makes one, shows that of a running server, and changes it.",
        mixinStandardHelpOptions = true,
        subcommands = {
            PolicyCheckCommand.class,
            PolicyConvertCommand.class,
            PolicyExportCommand.class,
            PolicyShowCommand.class,
            PolicyPushCommand.class,
            PolicyHistoryCommand.class,
            PolicyRollbackCommand.class,
            PolicyModeCommand.class,
            PolicyOverrideCommand.class,
            PolicyResetCommand.class
        })
public final class PolicyCommand {}
