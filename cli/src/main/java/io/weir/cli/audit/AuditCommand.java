package io.weir.cli.audit;

import picocli.CommandLine.Command;

/** {@code weir audit}: the commands about the audit. */
@Command(
        name = "audit",
        description = "Shows, exports and verifies what administrators did, and forgets who was concerned.",
        mixinStandardHelpOptions = true,
        subcommands = {
            AuditListCommand.class,
            AuditExportCommand.class,
            AuditVerifyCommand.class,
            AuditForgetCommand.class
        })
public final class AuditCommand {}
