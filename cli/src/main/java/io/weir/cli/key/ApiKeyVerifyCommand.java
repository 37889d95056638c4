package io.weir.cli.key;

import io.weir.cli.command.CommandFailure;
import io.weir.cli.command.ExitCode;
import io.weir.cli.command.ServerCall;
import io.weir.cli.command.ServerOptions;
import io.weir.cli.command.WeirCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code weir api-key verify}: asks whether a key is valid. The key comes from the standard input or the environment. */
@Command(
        name = "verify",
        description = "Says whether a key is valid, and why not. Reads the key from the standard input, or WEIR_KEY.",
        mixinStandardHelpOptions = true,
        footer = {"", "Examples:", "  weir api-key verify - < key.txt", "  weir api-key verify --scope orders:read -"})
final class ApiKeyVerifyCommand extends WeirCommand {

    private static final String ON_STDIN = "-";

    @Parameters(paramLabel = "<from>", arity = "0..1", description = "- for the standard input.")
    private @Nullable String from;

    @Option(names = "--key", arity = "0..1", hidden = true)
    private @Nullable String key;

    @Option(names = "--scope", paramLabel = "<scope>", split = ",", description = "What the key must be good for.")
    private List<String> scopes = List.of();

    @Option(names = "--ip", paramLabel = "<address>", description = "The address of the client.")
    private @Nullable String ip;

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Override
    protected ExitCode run() throws InterruptedException {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("key", presented());
        fields.put("scopes", scopes);
        if (ip != null) {
            fields.put("ip", ip);
        }
        JsonNode answer = server.ask(new ServerCall("POST", "/api/v1/api-keys/verify", Map.of(), "").withJson(fields));
        out().println(server.json() ? JsonMapper.shared().writeValueAsString(answer) : line(answer));
        return answer.path("valid").asBoolean() ? ExitCode.DONE : ExitCode.NO;
    }

    private static String line(JsonNode answer) {
        return ShownKey.text(answer, "code") + (answer.has("id") ? ": " + ShownKey.text(answer, "id") : "");
    }

    private String presented() {
        boolean onCommandLine = spec().commandLine().getParseResult().hasMatchedOption("--key");
        if (onCommandLine || (from != null && !from.equals(ON_STDIN))) {
            throw notOnTheCommandLine();
        }
        if (from == null && key != null) {
            return key.strip();
        }
        if (from == null) {
            throw wrong("Say where the key is: weir api-key verify - reads it from the standard input");
        }
        try {
            String line = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
            return line == null ? "" : line.strip();
        } catch (IOException unreadable) {
            throw new CommandFailure(ExitCode.BROKEN, "Cannot read the standard input: " + unreadable.getMessage());
        }
    }

    /** Does not repeat what was given. */
    private ParameterException notOnTheCommandLine() {
        return wrong("A key on the command line stays in the history of the shell and in the list of processes: write"
                + " weir api-key verify - and give the key on the standard input, or set WEIR_KEY");
    }
}
