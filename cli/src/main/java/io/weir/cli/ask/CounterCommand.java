package io.weir.cli.ask;

import io.weir.cli.command.ServerOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/** {@code weir counter}: looks at a counter of a running server, or clears it. */
@Command(
        name = "counter",
        description =
                "Looks at the counter of a key, as weir check counts it, or resets it. What rules count of requests is"
                        + " shown and reset by weir subject.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  weir counter peek user:42",
            "  export WEIR_TOKEN=$(cat ~/.weir/admin-token)",
            "  weir counter reset user:42"
        })
public final class CounterCommand {

    @Command(description = "Shows what remains and takes nothing.", mixinStandardHelpOptions = true)
    int peek(@Mixin ServerOptions server, @Mixin CounterOptions counter) throws InterruptedException {
        return server.send(
                        counter.call("GET", "remaining"),
                        answer -> answer.path("remaining").asString() + " left, whole again in "
                                + answer.path("resetAfterSeconds").asString() + " s, by " + limit(answer))
                .number();
    }

    @Command(description = "Forgets what was taken; needs the admin token.", mixinStandardHelpOptions = true)
    int reset(@Mixin ServerOptions server, @Mixin CounterOptions counter) throws InterruptedException {
        return server.send(
                        counter.call("DELETE", "reset"),
                        answer -> "key " + counter.key()
                                + " is reset, as weir check counts it; what rules count of requests stays,"
                                + " see weir subject reset")
                .number();
    }

    /** The limit that counts the key, so that users do not confuse it with another limit of the same name. */
    private static String limit(JsonNode answer) {
        if (answer.has("rule")) {
            return "rule " + answer.path("rule").asString();
        }
        return answer.has("algorithm")
                ? "the default limit " + answer.path("algorithm").asString()
                        + ", which counts keys of weir check only; for rules see weir subject show"
                : "no limit";
    }
}
