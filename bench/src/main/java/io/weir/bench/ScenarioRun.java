package io.weir.bench;

import io.weir.cli.command.Columns;
import io.weir.cli.command.ExitCode;
import io.weir.cli.command.Progress;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import me.tongfei.progressbar.ProgressBar;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Plays a scenario, shows its progress, and reports the result. */
record ScenarioRun(
        Scenario scenario,
        Duration span,
        CommandLine line,
        @Nullable HeldRedis redis) implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final double OUTAGE_BEGINS = 1 / 3.0;
    private static final double OUTAGE_ENDS = 2 / 3.0;

    ExitCode play(PacedLoop.Evaluations evaluations, List<Crowd> crowds, boolean json) {
        List<CrowdTally> tallies = crowds.stream().map(CrowdTally::new).toList();
        if (scenario == Scenario.REDIS_OUTAGE && redis == null) {
            line.getErr()
                    .println("Stop Redis now, and start it again when you have seen enough; this goes on for "
                            + span.toSeconds() + " s.");
        }
        Optional<String> failure = run(new PacedLoop(evaluations, tallies, PATIENCE), tallies);
        line.getOut().println(json ? json(tallies) : text(tallies));
        failure.or(() -> tallies.stream()
                        .map(CrowdTally::firstFailure)
                        .filter(Objects::nonNull)
                        .findFirst())
                .or(() -> missing(tallies))
                .ifPresent(line.getErr()::println);
        return failure.isEmpty()
                        && tallies.stream().allMatch(tally -> tally.firstFailure() == null)
                        && missing(tallies).isEmpty()
                ? ExitCode.DONE
                : ExitCode.NO;
    }

    private Optional<String> run(PacedLoop loop, List<CrowdTally> tallies) {
        try (ProgressBar progress = Progress.bar(scenario.toString())
                .setUnit(" s", 1)
                .setInitialMax(span.toSeconds())
                .setUpdateIntervalMillis(250)
                .build()) {
            loop.run(span, part -> {
                outage(part);
                progress.stepTo(Math.round(part * span.toSeconds()));
                progress.setExtraMessage(state(part, tallies));
            });
            return Optional.empty();
        } catch (IOException | RuntimeException broken) {
            return Optional.of("It ended early: " + broken.getMessage());
        }
    }

    private void outage(double part) {
        if (redis != null && part >= OUTAGE_ENDS) {
            redis.letGo();
        } else if (redis != null && part >= OUTAGE_BEGINS) {
            redis.hold();
        }
    }

    private String state(double part, List<CrowdTally> tallies) {
        String counts = String.format(
                Locale.ROOT,
                "%,d rejected, %,d degraded",
                tallies.stream().mapToLong(CrowdTally::rejected).sum(),
                tallies.stream().mapToLong(CrowdTally::degraded).sum());
        boolean upgraded = scenario == Scenario.TIER_UPGRADE && part >= 0.5;
        boolean held = redis != null && part >= OUTAGE_BEGINS && part < OUTAGE_ENDS;
        return counts + (upgraded ? ", premium now" : "") + (held ? ", Redis is stopped" : "");
    }

    /** The expected effect that did not occur, if there is one. */
    private Optional<String> missing(List<CrowdTally> tallies) {
        if (scenario == Scenario.REDIS_OUTAGE) {
            return tallies.stream().allMatch(tally -> tally.degraded() == 0)
                    ? Optional.of("Nothing was degraded: the store answered all the time.")
                    : Optional.empty();
        }
        return isLoud(tallies) && tallies.get(0).rejected() == 0
                ? Optional.of("Nobody was rejected: take longer (--for), or send more (--rate).")
                : Optional.empty();
    }

    /** Whether the loud callers took part; their tally is the first. */
    private static boolean isLoud(List<CrowdTally> tallies) {
        return tallies.size() > 1;
    }

    private String text(List<CrowdTally> tallies) {
        List<List<String>> rows = new ArrayList<>(List.of(CrowdTally.COLUMNS));
        tallies.forEach(tally -> rows.add(tally.row()));
        return String.join("\n", Columns.of(rows))
                + (isLoud(tallies) ? "\nExpect " + scenario.expected() + "\nIts page is in docs/runbooks." : "");
    }

    private String json(List<CrowdTally> tallies) {
        ObjectNode json = JsonMapper.shared().createObjectNode();
        json.put("scenario", scenario.toString())
                .put("seconds", span.toSeconds())
                .put("expected", scenario.expected())
                .putArray("crowds")
                .addAll(tallies.stream().map(CrowdTally::json).toList());
        return json.toString();
    }

    @Override
    public void close() {
        if (redis != null) {
            redis.close();
        }
    }
}
