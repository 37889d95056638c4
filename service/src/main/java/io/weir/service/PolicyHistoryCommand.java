package io.weir.service;

import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/** {@code weir policy history}: who changed what, when and why. */
@Command(
        name = "history",
        description = "Shows who changed the policy, when, what and why; the newest first.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  export WEIR_TOKEN=$(cat ~/.weir/admin-token)", "  weir policy history"})
final class PolicyHistoryCommand implements Callable<Integer> {

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Override
    public Integer call() throws InterruptedException {
        return server.send(
                ServerCall.get("/history"),
                answer -> answer.path("revisions").isEmpty()
                        ? "there is no policy yet"
                        : answer.path("revisions")
                                .valueStream()
                                .map(PolicyHistoryCommand::line)
                                .collect(Collectors.joining("\n")));
    }

    static String line(JsonNode revision) {
        return (revision.path("unchanged").asBoolean() ? "all is like that already: " : "")
                + "version " + revision.path("version").asString()
                + ", by " + revision.path("by").asString()
                + " at " + revision.path("at").asString()
                + ": " + revision.path("change").asString()
                + (revision.has("reason") ? " (" + revision.path("reason").asString() + ")" : "");
    }
}
