package io.weir.cli.ask;

import io.weir.cli.command.Columns;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Formats denials as lines for a terminal. */
final class DenialRows {

    private DenialRows() {}

    static List<String> of(JsonNode denials) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("LAST DENIED", "TIMES", "RULE", "SUBJECT", "WHY"));
        denials.forEach(denial -> rows.add(List.of(
                denial.path("at").asString(),
                denial.path("times").asString(),
                denial.path("rule").asString(),
                Columns.safe(denial.path("subject").asString()),
                why(denial))));
        return Columns.of(rows);
    }

    private static String why(JsonNode denial) {
        return denial.path("degraded").asBoolean()
                ? "decided without the shared store, which did not answer"
                : denial.path("remaining").asString() + " of "
                        + denial.path("capacity").asString() + " left, open again after "
                        + denial.path("retryAfterSeconds").asString() + " s";
    }
}
