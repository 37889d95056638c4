package io.weir.cli.ask;

import io.weir.cli.command.ServerCall;
import io.weir.cli.command.ServerOptions;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options that name a counter. */
final class CounterOptions {

    @Parameters(paramLabel = "<key>", description = "The key to count, such as user:42.")
    private String key = "";

    @Option(
            names = "--algorithm",
            paramLabel = "<name>",
            description = "TOKEN_BUCKET (the default), SLIDING_WINDOW, SLIDING_WINDOW_COUNTER, FIXED_WINDOW or"
                    + " LEAKY_BUCKET.")
    private @Nullable String algorithm;

    @Option(names = "--permits", paramLabel = "<n>", description = "How many permits, 1 by default.")
    private @Nullable String permits;

    String key() {
        return key;
    }

    /** A call about the counter. */
    ServerCall call(String method, String action) {
        return new ServerCall(method, "/api/v1/rate-limit/" + action + query(), Map.of(), "");
    }

    private String query() {
        return "?key=" + ServerOptions.encode(key)
                + (algorithm == null ? "" : "&algorithm=" + ServerOptions.encode(algorithm))
                + (permits == null ? "" : "&permits=" + ServerOptions.encode(permits));
    }
}
