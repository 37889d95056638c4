package io.weir.service;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code weir counter}: looks at a counter of a running server, or clears it. */
@Command(
        name = "counter",
        description = "Looks at a counter of a running server, or clears it.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  weir counter peek user:42",
            "  export WEIR_TOKEN=$(cat ~/.weir/admin-token)",
            "  weir counter reset user:42"
        })
final class CounterCommand {

    @Command(description = "Shows what remains and takes nothing.", mixinStandardHelpOptions = true)
    int peek(@Mixin ServerOptions server, @Mixin CounterOptions counter) throws InterruptedException {
        return server.send(
                "GET",
                "remaining",
                counter,
                answer -> answer.path("remaining").asString() + " left, whole again in "
                        + answer.path("resetAfterSeconds").asString() + " s");
    }

    @Command(description = "Forgets what was taken; needs the admin token.", mixinStandardHelpOptions = true)
    int reset(@Mixin ServerOptions server, @Mixin CounterOptions counter) throws InterruptedException {
        return server.send("DELETE", "reset", counter, answer -> counter.key() + " is fresh");
    }
}
