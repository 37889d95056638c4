package io.weir.cli.key;

import io.weir.cli.command.WeirOptions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a key is and may do, as the commands that make and change keys take it. */
final class KeyTermsOptions extends WeirOptions {

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
    private @Nullable List<String> scopes;

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
    private @Nullable List<String> networks;

    @Option(
            names = "--keys",
            paramLabel = "<pattern>",
            split = ",",
            description = "What a client with this key may name in a check, such as user:*; everything by default.")
    private @Nullable List<String> keys;

    @Option(
            names = "--expires",
            paramLabel = "<time>",
            description = "A span such as 90d, or a time such as 2027-12-31T00:00:00Z; at most 5 years.")
    private @Nullable String expires;

    @Option(names = "--no-expiry", description = "The key never expires.")
    private boolean noExpiry;

    /** Returns the values of the options that were given, by the names of their fields in the request body. */
    Map<String, Object> fields() {
        if (noExpiry && expires != null) {
            throw wrong("--expires and --no-expiry contradict each other; keep one of them");
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        put(fields, "name", name);
        put(fields, "tenant", tenant);
        put(fields, "tier", tier);
        put(fields, "limit", limit);
        put(fields, "expires", noExpiry ? "never" : expires);
        put(fields, "scopes", listed(scopes));
        put(fields, "networks", listed(networks));
        put(fields, "keys", listed(keys));
        return fields;
    }

    /** An empty text stands for none. */
    private static @Nullable List<String> listed(@Nullable List<String> given) {
        return given == null
                ? null
                : given.stream().filter(each -> !each.isEmpty()).toList();
    }

    private static void put(Map<String, Object> fields, String field, @Nullable Object value) {
        if (value != null) {
            fields.put(field, value);
        }
    }
}
