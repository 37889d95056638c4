package io.weir.cli.key;

import io.weir.cli.command.ServerCall;
import io.weir.cli.command.ServerOptions;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The author of a change of a key, and the reason. */
final class KeyAuthorOptions {

    @Option(
            names = "--by",
            paramLabel = "<name>",
            defaultValue = "${sys:user.name}",
            description = "The author in the audit; your user name by default.")
    private String by = "";

    @Option(names = "--reason", paramLabel = "<text>", description = "The reason in the audit.")
    private @Nullable String reason;

    /** A call that changes something at a path below {@code /api/v1/api-keys}, in the name of this author. */
    ServerCall change(String below) {
        String because = reason == null ? "" : "&reason=" + ServerOptions.encode(reason);
        return new ServerCall(
                "POST", "/api/v1/api-keys" + below + "?by=" + ServerOptions.encode(by) + because, Map.of(), "");
    }
}
