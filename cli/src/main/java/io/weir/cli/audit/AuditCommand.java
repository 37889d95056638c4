package io.weir.cli.audit;

import picocli.CommandLine.Command;

/** {@code weir audit}: the commands about the audit. */
@Command(
        name = "audit",
        description = "Shows, exports and verifies what administrators did.",
        mixinStandardHelpOptions = true,
        subcommands = {AuditListCommand.class, AuditExportCommand.class, AuditVerifyCommand.class})
public final class AuditCommand {}
