package io.weir.cli.guard;

import io.weir.cli.command.ExitCode;
import io.weir.cli.command.ServerOptions;
import io.weir.cli.command.WeirCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code weir lock clear}: ends the locks of an account at one source. */
@Command(
        name = "clear",
        description = "Ends the locks of an account at one source, and forgets its failures there.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  weir lock clear ann@example.com --ip 192.0.2.1"})
final class LockClearCommand extends WeirCommand {

    @Mixin
    private final LockedOptions locked = new LockedOptions();

    @Mixin
    private final GuardAuthorOptions author = new GuardAuthorOptions();

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Override
    protected ExitCode run() throws InterruptedException {
        return server.send(
                locked.call("DELETE", "&" + author.query()), answer -> locked.account() + " is not locked there now");
    }
}
