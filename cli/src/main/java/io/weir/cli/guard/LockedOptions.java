package io.weir.cli.guard;

import io.weir.cli.command.ServerCall;
import io.weir.cli.command.ServerOptions;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which account, and the source whose failures have locked it. */
final class LockedOptions {

    @Parameters(paramLabel = "<account>", description = "The name of the account, as its owner types it.")
    private String account = "";

    @Option(names = "--ip", paramLabel = "<address>", description = "The address whose failures have locked it.")
    private @Nullable String address;

    @Option(names = "--device", paramLabel = "<id>", description = "Or the id of a known device, as the audit has it.")
    private @Nullable String device;

    String account() {
        return account;
    }

    ServerCall call(String method, String more) {
        String query =
                "?account=" + ServerOptions.encode(account) + part("ip", address) + part("device", device) + more;
        return new ServerCall(method, "/api/v1/guard/locks" + query, Map.of(), "");
    }

    private static String part(String name, @Nullable String value) {
        return value == null ? "" : "&" + name + "=" + ServerOptions.encode(value);
    }
}
