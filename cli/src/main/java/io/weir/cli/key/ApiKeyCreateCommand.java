package io.weir.cli.key;

import io.weir.cli.command.ExitCode;
import io.weir.cli.command.ServerOptions;
import io.weir.cli.command.WeirCommand;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code weir api-key create}: makes a key and prints its secret, which is not shown again. */
@Command(
        name = "create",
        description = "Makes a key and prints it. It is shown this once.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  weir api-key create --owner acme",
            "  weir api-key create --owner acme --name orders --tier premium --scope orders:read --expires 90d",
            "  weir api-key create --owner gateway --scope weir:check --keys 'user:*'"
        })
final class ApiKeyCreateCommand extends WeirCommand {

    @Option(names = "--owner", paramLabel = "<name>", required = true, description = "The owner, such as a customer.")
    private String owner = "";

    @Option(names = "--name", paramLabel = "<name>", description = "Tells the keys of an owner apart.")
    private @Nullable String name;

    @Option(names = "--tenant", paramLabel = "<name>", description = "The tenant of requests with the key.")
    private @Nullable String tenant;

    @Option(names = "--tier", paramLabel = "<name>", description = "The tier of requests with the key.")
    private @Nullable String tier;

    @Option(
            names = "--scope",
            paramLabel = "<scope>",
            split = ",",
            description = "What the key may do, such as orders:read; weir:check, weir:read and weir:admin open this"
                    + " service.")
    private List<String> scopes = List.of();

    @Option(
            names = "--limit",
            paramLabel = "<rate>",
            description = "A limit of this key's own, such as \"5000/min burst 8000\". Kept, but not applied yet.")
    private @Nullable String limit;

    @Option(
            names = "--network",
            paramLabel = "<network>",
            split = ",",
            description = "Where the key may be used from, such as 192.0.2.0/24; everywhere by default.")
    private List<String> networks = List.of();

    @Option(
            names = "--keys",
            paramLabel = "<pattern>",
            split = ",",
            description = "What a client with this key may name in a check, such as user:*; everything by default.")
    private List<String> keys = List.of();

    @Option(
            names = "--expires",
            paramLabel = "<time>",
            description = "A span such as 90d, or a time such as 2027-12-31T00:00:00Z; 365d by default, at most 5"
                    + " years.")
    private @Nullable String expires;

    @Option(names = "--no-expiry", description = "The key never expires.")
    private boolean noExpiry;

    @Option(names = "--test", description = "Makes a key for trying things out, weir_test_…")
    private boolean test;

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Mixin
    private final KeyAuthorOptions author = new KeyAuthorOptions();

    @Override
    protected ExitCode run() throws InterruptedException {
        if (noExpiry && expires != null) {
            throw wrong("--expires and --no-expiry contradict each other; keep one of them");
        }
        return server.send(author.change("").withJson(fields()), ShownKey::made);
    }

    private Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("owner", owner);
        put(fields, "name", name);
        put(fields, "tenant", tenant);
        put(fields, "tier", tier);
        put(fields, "limit", limit);
        put(fields, "expires", noExpiry ? "never" : expires);
        fields.put("scopes", scopes);
        fields.put("networks", networks);
        fields.put("keys", keys);
        fields.put("environment", test ? "test" : "live");
        return fields;
    }

    private static void put(Map<String, Object> fields, String field, @Nullable String value) {
        if (value != null) {
            fields.put(field, value);
        }
    }
}
