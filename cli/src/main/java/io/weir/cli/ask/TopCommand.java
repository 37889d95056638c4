package io.weir.cli.ask;

import io.weir.cli.command.Columns;
import io.weir.cli.command.ExitCode;
import io.weir.cli.command.ServerCall;
import io.weir.cli.command.ServerOptions;
import io.weir.cli.command.WeirCommand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code weir top}: shows the subjects with most requests and most denials, live. */
@Command(
        name = "top",
        description = "Shows the subjects with most requests and most denials at a server, again and again.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  export WEIR_TOKEN=$(cat ~/.weir/admin-token)",
            "  weir top",
            "  weir top --reveal",
            "  weir top --once --lines 3",
            "  weir top --once --json",
            "",
            "Subjects are shown by their kind and the hash of their names, unless you say --reveal or the server runs with",
            "--show-subjects. The hash of a name that you know: printf %%s user:42 | sha256sum | cut -c1-16"
        })
public final class TopCommand extends WeirCommand {

    /** Moves the cursor to the upper left corner and clears the screen. */
    private static final String CLEAR = "\u001b[H\u001b[2J";

    private static final int MOST_LINES = 100;

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Mixin
    private final SubjectOptions names = new SubjectOptions();

    @Option(names = "--once", description = "Shows them once and ends, for scripts.")
    private boolean once;

    @Option(
            names = "--every",
            paramLabel = "<time>",
            defaultValue = "2s",
            description = "How long to wait before they are shown again, 2s by default.")
    private Duration every = Duration.ZERO;

    @Option(
            names = "--lines",
            paramLabel = "<number>",
            defaultValue = "10",
            description = "How many to show, from 1 to 100; 10 by default.")
    private int lines;

    @Override
    protected ExitCode run() throws InterruptedException {
        if (lines < 1 || lines > MOST_LINES) {
            throw wrong("--lines must be from 1 to " + MOST_LINES + ", but was " + lines);
        }
        if (every.compareTo(Duration.ofMillis(100)) < 0 || every.compareTo(Duration.ofHours(1)) > 0) {
            throw wrong("--every must be from 100ms to 1h");
        }
        ExitCode code = show("");
        while (!once && code == ExitCode.DONE) {
            TimeUnit.MILLISECONDS.sleep(every.toMillis());
            code = show(CLEAR);
        }
        return code;
    }

    private ExitCode show(String before) throws InterruptedException {
        ServerCall call = new ServerCall("GET", "/api/v1/subjects/top?limit=" + lines + names.query(), Map.of(), "");
        ExitCode code = server.send(call, answer -> before + table(answer));
        out().flush();
        return code;
    }

    private static String table(JsonNode answer) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("requests/s", "subject", "denied/s", "subject", "last by rule"));
        JsonNode requests = answer.path("requests");
        JsonNode rejected = answer.path("rejected");
        for (int i = 0; i < Math.max(requests.size(), rejected.size()); i++) {
            rows.add(List.of(
                    perSecond(requests.path(i)),
                    name(requests.path(i)),
                    perSecond(rejected.path(i)),
                    name(rejected.path(i)),
                    rejected.path(i).path("rule").asString("")));
        }
        String title = "The last " + answer.path("windowSeconds").asInt() + " seconds, at this server\n\n";
        return rows.size() == 1 ? title + "nobody asked" : title + String.join("\n", Columns.of(rows));
    }

    private static String perSecond(JsonNode hot) {
        return hot.isMissingNode()
                ? ""
                : String.format(Locale.ROOT, "%,.1f", hot.path("perSecond").asDouble());
    }

    private static String name(JsonNode hot) {
        return Columns.safe(hot.path("subject").asString(""));
    }
}
