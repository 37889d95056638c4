package io.weir.cli.key;

import io.weir.cli.command.Columns;
import io.weir.cli.command.ServerCall;
import io.weir.cli.command.ServerOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Keys as text on a terminal. */
final class ShownKey {

    private ShownKey() {}

    /** A call that reads something at a path below {@code /api/v1/api-keys}. */
    static ServerCall get(String below) {
        return new ServerCall("GET", "/api/v1/api-keys" + below, Map.of(), "");
    }

    static ServerCall get(String below, String id) {
        return get(below + "?id=" + ServerOptions.encode(id));
    }

    /** A new secret in a line of its own, below what it belongs to. */
    static String made(JsonNode key) {
        return title(key) + "\nThe key is shown this once:\n" + text(key, "key");
    }

    /** A key in one line. */
    static String title(JsonNode key) {
        String expires = key.has("expiresAt") ? "expires " + text(key, "expiresAt") : "never expires";
        return text(key, "id") + " " + text(key, "name") + " of " + text(key, "owner") + ": " + text(key, "state")
                + ", " + expires;
    }

    /** All that is known of a key, one fact in each line. */
    static String facts(JsonNode key) {
        List<List<String>> rows = new ArrayList<>();
        key.forEachEntry((name, value) -> {
            if (value.isArray() && !name.equals("secrets")) {
                rows.add(List.of(name, list(key, name)));
            } else if (!value.isArray()) {
                rows.add(List.of(name, text(key, name)));
            }
        });
        key.path("secrets")
                .forEach(secret -> rows.add(List.of(
                        "secret",
                        text(secret, "hint")
                                + (secret.has("validUntil") ? ", until " + text(secret, "validUntil") : ""))));
        return String.join("\n", Columns.of(rows));
    }

    static String list(JsonNode node, String name) {
        return Columns.safe(
                node.path(name).valueStream().map(JsonNode::asString).collect(Collectors.joining(", ")));
    }

    static String text(JsonNode node, String name) {
        return Columns.safe(node.path(name).asString());
    }
}
