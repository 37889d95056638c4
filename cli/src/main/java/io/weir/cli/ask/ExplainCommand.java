package io.weir.cli.ask;

import io.weir.cli.command.Columns;
import io.weir.cli.command.ExitCode;
import io.weir.cli.command.ServerOptions;
import io.weir.cli.command.WeirCommand;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code weir explain}: shows the verdict of a running server on a request, without charging it. */
@Command(
        name = "explain",
        description = "Says what a running server's policy would make of a request, and why; takes nothing.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  weir explain --method POST --path /api/v1/login --ip 192.0.2.1",
            "  weir explain --path /orders/42 --user 42 --tier premium --header X-Api-Version=2",
            "  weir explain --key user:42 --permits 5",
            "",
            "This is the verdict now. For earlier denials: weir denials user:42"
        })
public final class ExplainCommand extends WeirCommand {

    private static final List<String> COLUMNS = List.of("RULE", "SUBJECT", "LIMIT", "COST", "LEFT", "SAYS");

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Option(names = "--method", paramLabel = "<method>", description = "The method, GET by default.")
    private @Nullable String method;

    @Option(names = "--path", paramLabel = "<path>", description = "The path, as it stands in the request.")
    private @Nullable String path;

    @Option(names = "--host", paramLabel = "<host>", description = "The host that is asked.")
    private @Nullable String host;

    @Option(names = "--ip", paramLabel = "<address>", description = "The caller's address.")
    private @Nullable String ip;

    @Option(names = "--user", paramLabel = "<name>", description = "The user who calls.")
    private @Nullable String user;

    @Option(names = "--api-key", paramLabel = "<id>", description = "The id of the caller's API key.")
    private @Nullable String apiKey;

    @Option(names = "--tenant", paramLabel = "<name>", description = "The caller's tenant.")
    private @Nullable String tenant;

    @Option(names = "--tier", paramLabel = "<name>", description = "The caller's tier.")
    private @Nullable String tier;

    @Option(names = "--header", paramLabel = "<name=value>", description = "A header; may be given several times.")
    private Map<String, String> headers = new LinkedHashMap<>();

    @Option(
            names = "--claim",
            paramLabel = "<name=value>",
            description = "A claim of the caller's token; may be given several times.")
    private Map<String, String> claims = new LinkedHashMap<>();

    @Option(names = "--permits", paramLabel = "<n>", description = "How many permits, 1 by default.")
    private @Nullable Long permits;

    @Option(names = "--key", paramLabel = "<key>", description = "A key, as for weir check, instead of all of these.")
    private @Nullable String key;

    @Override
    protected ExitCode run() throws InterruptedException {
        return server.post("explain", JsonMapper.shared().writeValueAsString(body()), this::text);
    }

    private Map<String, Object> body() {
        Map<String, @Nullable Object> given = new LinkedHashMap<>();
        given.put("method", method == null && key == null ? "GET" : method);
        given.put("path", path);
        given.put("host", host);
        given.put("ip", ip);
        given.put("user", user);
        given.put("apiKey", apiKey);
        given.put("tenant", tenant);
        given.put("tier", tier);
        given.put("headers", headers.isEmpty() ? null : headers);
        given.put("claims", claims.isEmpty() ? null : claims);
        given.put("permits", permits);
        given.put("key", key);
        Map<String, Object> body = new LinkedHashMap<>();
        given.forEach((name, value) -> {
            if (value != null) {
                body.put(name, value);
            }
        });
        return body;
    }

    private String text(JsonNode verdict) {
        JsonNode rulings = verdict.path("rulings");
        // The table shows the rest of the explanation.
        List<String> lines =
                new ArrayList<>(List.of(verdict.path("explanation").asString().replaceFirst(";.*", "")));
        if (verdict.path("degraded").asBoolean()) {
            lines.add("The shared store does not answer: this server decides by itself.");
        }
        if (method == null && key == null) {
            lines.add("Assumed method GET, since none was given: say another with --method.");
        }
        assumedTier(verdict).ifPresent(lines::add);
        if (ip == null && rulings.valueStream().anyMatch(ExplainCommand::isOfUnknownAddress)) {
            lines.add("No address was given: say it with --ip, as rules count addresses.");
        }
        if (rulings.isEmpty()) {
            lines.add("Rules that are off are left out: weir policy show tells the mode of each rule.");
        } else {
            List<List<String>> rows =
                    rulings.valueStream().map(ExplainCommand::row).collect(Collectors.toCollection(ArrayList::new));
            rows.add(0, COLUMNS);
            lines.add("");
            lines.addAll(Columns.of(rows));
        }
        return String.join("\n", lines);
    }

    /** A line that says so if another tier counts than the given one. */
    private Optional<String> assumedTier(JsonNode verdict) {
        String counts = verdict.path("tier").asString("");
        if (counts.isEmpty() || counts.equals(tier)) {
            return Optional.empty();
        }
        return Optional.of(
                tier == null
                        ? "Assumed tier " + counts + ", the lowest, since none was given: say another with --tier."
                        : "Assumed tier " + counts + ", the lowest, since the policy has no tier " + tier + ".");
    }

    private static boolean isOfUnknownAddress(JsonNode ruling) {
        return ruling.path("subject").asString().equals("ip:unknown");
    }

    private static List<String> row(JsonNode ruling) {
        return List.of(
                ruling.path("rule").asString(),
                Columns.safe(ruling.path("subject").asString()),
                ruling.path("limit").asString(),
                ruling.path("cost").asString(),
                ruling.path("remaining").asString(),
                says(ruling));
    }

    static String says(JsonNode ruling) {
        return ruling.path("allowed").asBoolean()
                ? "allowed"
                : (ruling.path("enforced").asBoolean() ? "denied" : "would deny") + ", opens in "
                        + ruling.path("retryAfterSeconds").asString() + " s";
    }
}
