package io.weir.cli.policy;

import io.weir.cli.command.ServerCall;
import io.weir.cli.command.ServerOptions;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The author of a change of the policy, and the reason. */
final class PolicyAuthorOptions {

    @Option(
            names = "--by",
            paramLabel = "<name>",
            defaultValue = "${sys:user.name}",
            description = "The author in the history; your user name by default.")
    private String by = "";

    @Option(names = "--reason", paramLabel = "<text>", description = "The reason in the history.")
    private @Nullable String reason;

    @Option(
            names = "--expect",
            paramLabel = "<version>",
            description = "Changes that version only: if there is another one by now, nothing is changed.")
    private @Nullable Long expected;

    /** A call that changes something at a path below {@code /api/v1/policies}, in the name of this author. */
    ServerCall change(String method, String below) {
        String and = below.contains("?") ? "&" : "?";
        return new ServerCall(method, "/api/v1/policies" + below + and + query(), headers(), "");
    }

    private String query() {
        return "by=" + ServerOptions.encode(by) + (reason == null ? "" : "&reason=" + ServerOptions.encode(reason));
    }

    private Map<String, String> headers() {
        return expected == null ? Map.of() : Map.of("If-Match", "\"" + expected + "\"");
    }
}
