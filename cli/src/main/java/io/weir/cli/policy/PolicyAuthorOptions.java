package io.weir.cli.policy;

import io.weir.cli.ServerOptions;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Who changes a policy, and why. */
public final class PolicyAuthorOptions {

    @Option(
            names = "--by",
            paramLabel = "<name>",
            defaultValue = "${sys:user.name}",
            description = "Who changes it, as the history shows; your user name by default.")
    private String by = "";

    @Option(names = "--reason", paramLabel = "<text>", description = "Why, as the history shows.")
    private @Nullable String reason;

    @Option(
            names = "--expect",
            paramLabel = "<version>",
            description = "Changes that version only: if there is another one by now, nothing is changed.")
    private @Nullable Long expected;

    public String query() {
        return "by=" + ServerOptions.encode(by) + (reason == null ? "" : "&reason=" + ServerOptions.encode(reason));
    }

    public Map<String, String> headers() {
        return expected == null ? Map.of() : Map.of("If-Match", "\"" + expected + "\"");
    }
}
