package io.weir.cli.audit;

import io.weir.cli.command.ServerCall;
import io.weir.cli.command.ServerOptions;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which rows of the audit a command is about; all by default. */
final class AuditFilterOptions {

    @Option(names = "--kind", paramLabel = "<kind>", description = "Only rows of this kind, such as key.created.")
    private @Nullable String kind;

    @Option(names = "--actor", paramLabel = "<name>", description = "Only what this administrator or key did.")
    private @Nullable String actor;

    @Option(
            names = "--subject",
            paramLabel = "<subject>",
            description = "Only what was done to this, such as a key's id.")
    private @Nullable String subject;

    @Option(names = "--from", paramLabel = "<time>", description = "From this time on, such as 2026-12-31T00:00:00Z.")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "<time>", description = "Before this time.")
    private @Nullable String until;

    @Option(
            names = "--after",
            paramLabel = "<row>",
            defaultValue = "0",
            description = "Begins after the row of this number.")
    private long after;

    long after() {
        return after;
    }

    /** Reads rows after the row of that number. */
    ServerCall get(String below, long number, String more) {
        String query = "?after=" + number + part("kind", kind) + part("actor", actor) + part("subject", subject)
                + part("from", from) + part("to", until) + more;
        return new ServerCall("GET", "/api/v1/audit" + below + query, Map.of(), "");
    }

    private static String part(String name, @Nullable String value) {
        return value == null ? "" : "&" + name + "=" + ServerOptions.encode(value);
    }
}
