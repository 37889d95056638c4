package io.weir.cli.key;

import io.weir.cli.command.Columns;
import io.weir.cli.command.ExitCode;
import io.weir.cli.command.ServerOptions;
import io.weir.cli.command.WeirCommand;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code weir api-key list}: lists keys without their secrets. */
@Command(
        name = "list",
        description = "Lists keys, without their secrets.",
        mixinStandardHelpOptions = true,
        footer = {"", "Examples:", "  weir api-key list", "  weir api-key list --owner acme --state active"})
final class ApiKeyListCommand extends WeirCommand {

    @Option(names = "--owner", paramLabel = "<name>", description = "Only keys of this owner.")
    private @Nullable String owner;

    @Option(names = "--state", paramLabel = "<state>", description = "Only active, disabled, expired or revoked keys.")
    private @Nullable String state;

    @Option(names = "--after", paramLabel = "<id>", description = "Begins after this id, for the next page.")
    private @Nullable String after;

    @Option(
            names = "--limit",
            paramLabel = "<keys>",
            defaultValue = "100",
            description = "How many at most; 100 by default.")
    private int limit;

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Override
    protected ExitCode run() throws InterruptedException {
        String query = "?limit=" + limit + part("owner", owner) + part("state", state) + part("after", after);
        return server.send(ShownKey.get(query), ApiKeyListCommand::table);
    }

    private static String part(String name, @Nullable String value) {
        return value == null ? "" : "&" + name + "=" + ServerOptions.encode(value);
    }

    private static String table(JsonNode answer) {
        if (answer.path("keys").isEmpty()) {
            return "there is no such key";
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("id", "owner", "name", "state", "expires", "last used", "uses"));
        answer.path("keys")
                .forEach(key -> rows.add(List.of(
                        ShownKey.text(key, "id"),
                        ShownKey.text(key, "owner"),
                        ShownKey.text(key, "name"),
                        ShownKey.text(key, "state"),
                        key.has("expiresAt") ? ShownKey.text(key, "expiresAt") : "never",
                        key.has("lastUsedAt") ? ShownKey.text(key, "lastUsedAt") : "never",
                        ShownKey.text(key, "uses"))));
        return String.join("\n", Columns.of(rows));
    }
}
