package io.weir.benchmarks.stuffing;

import io.weir.benchmarks.Results;
import io.weir.benchmarks.stuffing.RealUsers.Kind;
import io.weir.benchmarks.stuffing.RealUsers.Tally;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Counts the passwords that are tested during an attack with a list of 50,000, and what 500 real users notice of it. */
public final class StuffingBenchmark {

    private StuffingBenchmark() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0) {
            System.err.println("Unknown option; write benchmarks/run stuffing");
            System.exit(2);
        }
        List<StuffingResult> results = Stream.of(StuffingStyle.values())
                .map(style -> StuffingRun.of(StuffingPlan.WHOLE, style))
                .toList();
        for (Results table : List.of(attacks(results), bounds(results), users(results))) {
            table.print(System.out);
            System.out.println();
            table.write();
        }
    }

    private static Results attacks(List<StuffingResult> results) {
        Results table = new Results(
                "stuffing",
                "tried",
                "challenged",
                "wrong ones tested",
                "that count",
                "bound",
                "right ones tested",
                "stopped");
        results.forEach(each -> table.add(
                each.style().title(),
                each.tried(),
                each.challenged(),
                each.wrong(),
                each.counted(),
                each.bound(),
                each.found(),
                each.stopped()));
        return table;
    }

    /** Each bound in a row, with the most that was seen in each attack. */
    private static Results bounds(List<StuffingResult> results) {
        List<String> columns = new ArrayList<>(List.of("bound"));
        results.forEach(each -> columns.add(each.style().title()));
        Results table = new Results("stuffing-bounds", columns.toArray(new String[0]));
        for (PublishedBound bound : PublishedBound.values()) {
            List<Object> row = new ArrayList<>(List.of(bound.bound()));
            results.forEach(each -> row.add(bound.most(each.tested())));
            table.add(bound.title(), row.toArray());
        }
        return table;
    }

    private static Results users(List<StuffingResult> results) {
        Results table = new Results(
                "stuffing-users", "logins", "got in", "attempts", "mistyped", "challenged", "refused", "%", "locked");
        for (StuffingResult each : results) {
            for (Kind kind : Kind.values()) {
                Tally tally = each.users().of(kind);
                table.add(
                        each.style().title() + ": " + kind.title(),
                        tally.logins,
                        tally.gotIn,
                        tally.attempts,
                        tally.mistyped,
                        tally.challenged,
                        tally.refused,
                        tally.refusedPercent(),
                        tally.locked);
            }
        }
        return table;
    }
}
