package io.weir.cli.simulate;

import io.weir.cli.command.Columns;
import io.weir.cli.command.CommandFailure;
import io.weir.cli.command.ExitCode;
import io.weir.cli.command.ServerOptions;
import io.weir.cli.command.WeirCommand;
import io.weir.cli.simulate.ReplayedPolicies.Named;
import io.weir.lab.log.LogTally;
import io.weir.lab.log.LogTraffic;
import io.weir.lab.log.UnusableLogException;
import io.weir.lab.replay.Candidate;
import io.weir.lab.replay.Replay;
import io.weir.lab.replay.Retries;
import io.weir.lab.report.Findings;
import io.weir.lab.report.HtmlReport;
import io.weir.lab.report.JsonReport;
import io.weir.lab.report.ShownSubjects;
import io.weir.lab.report.SimulationReport;
import io.weir.lab.report.SimulationReport.PolicyFindings;
import io.weir.lab.report.SuggestionText;
import io.weir.lab.report.TerminalReport;
import io.weir.lab.suggest.RuleDemands;
import io.weir.lab.suggest.Suggestion;
import io.weir.lab.traffic.Arrival;
import io.weir.policy.Policy;
import io.weir.policy.rule.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code weir simulate}: replays access logs against policies, and says what they would have denied. */
@Command(
        name = "simulate",
        description = "Replays access logs against policies, and says what each would have denied. Changes nothing.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  weir simulate access.log --policy policy.yml",
            "  weir simulate access.log.1.gz access.log --policy now.yml --candidate next.yml --report report.html",
            "  weir simulate app.jsonl --policy http://localhost:8080 --candidate next.yml --map user=user.id",
            "  weir simulate access.log --policy now.yml --suggest login-per-ip",
            "  zstd -dc access.log.zst | weir simulate - --policy policy.yml --json",
            "  weir simulate access.log --policy now.yml --candidate next.yml --fail-over 0.1%"
        })
public final class SimulateCommand extends WeirCommand {

    private static final double STORE_SHARE = 0.6;

    @Mixin
    private final TrafficOptions options = new TrafficOptions();

    @Mixin
    private final ReplayedPolicies policies = new ReplayedPolicies();

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Option(
            names = "--retries",
            paramLabel = "<none|polite|stubborn>",
            defaultValue = "none",
            description = "What denied clients do: nothing (none, the default), come back after Retry-After three times"
                    + " (polite), or each second five times (stubborn).")
    private Retries retries = Retries.NONE;

    @Option(names = "--report", paramLabel = "<file>", description = "Writes the report as one HTML file.")
    private @Nullable Path report;

    @Option(
            names = "--top",
            paramLabel = "<n>",
            defaultValue = "10",
            description = "How many subjects of each rule the report names, 10 by default.")
    private int top;

    @Option(
            names = "--show-subjects",
            description = "Names addresses and users in the report, which shows hashes otherwise.")
    private boolean showSubjects;

    @Option(
            names = "--fail-over",
            paramLabel = "<share>",
            description =
                    "Ends with exit code 1 if a candidate newly denies more of the requests than this, such as 0.1%%;"
                            + " without a policy in force, if it denies more.")
    private @Nullable String failOver;

    @Option(
            names = "--suggest",
            paramLabel = "<rule>",
            description =
                    "Suggests limits for a rule of the first policy, by what its subjects needed, and proves them.")
    private @Nullable String suggest;

    @Option(
            names = "--false-positives",
            paramLabel = "<share>",
            defaultValue = "0.1%",
            description = "With --suggest: the share of innocent subjects that may be denied, 0.1%% by default.")
    private String falsePositives = "0.1%";

    @Override
    protected ExitCode run() throws InterruptedException {
        double most = failOver == null ? 1 : share("--fail-over", failOver);
        if (failOver != null && !policies.hasCandidates()) {
            throw wrong("--fail-over is about candidates: give at least one --candidate");
        }
        LogTraffic traffic = options.traffic(System.in);
        List<String> notes = new ArrayList<>();
        List<Named> read = policies.read(server, notes);
        Predicate<Arrival> wanted = options.wanted(notes);
        if (suggest != null) {
            return suggest(suggest, traffic, read.get(0).policy(), wanted);
        }
        Map<String, RuleDemands> demands = new HashMap<>();
        Replay replay = new Replay(candidates(read, demands), policies.hasOneInForce());
        replay.only(wanted);
        watched(traffic, () -> replay.run(traffic));
        notes.addAll(notes(traffic.tally(), replay));
        ShownSubjects shown = showSubjects ? ShownSubjects.named() : ShownSubjects.hashed();
        SimulationReport result = new Findings(replay, shown, top, demands)
                .report(traffic.said().lines().toList(), notes);
        print(result);
        boolean complete = traffic.tally().damaged().isEmpty();
        return complete && isWithin(result, most) ? ExitCode.DONE : ExitCode.NO;
    }

    private List<Candidate> candidates(List<Named> read, Map<String, RuleDemands> demands) {
        long storeBytes = (long) (Runtime.getRuntime().maxMemory() * STORE_SHARE / read.size());
        List<Candidate> candidates = new ArrayList<>();
        for (Named each : read) {
            Candidate candidate = new Candidate(each.name(), each.policy(), retries, storeBytes);
            if (report != null) {
                RuleDemands observed = RuleDemands.ofBuckets(each.policy());
                demands.put(each.name(), observed);
                candidate.observedBy(observed);
            }
            candidates.add(candidate);
        }
        return candidates;
    }

    private ExitCode suggest(String rule, LogTraffic traffic, Policy policy, Predicate<Arrival> wanted)
            throws InterruptedException {
        if (!traffic.isRepeatable()) {
            throw wrong("--suggest reads the log three times, so it needs files and not -");
        }
        if (policy.rules().stream().noneMatch(each -> each.name().equals(rule))) {
            throw wrong("--suggest: the policy has no rule " + rule + "; its rules are "
                    + policy.rules().stream().map(Rule::name).collect(Collectors.joining(", ")));
        }
        double share = share("--false-positives", falsePositives);
        long storeBytes = (long) (Runtime.getRuntime().maxMemory() * STORE_SHARE);
        Suggestion suggestion = watched(traffic, () -> Suggestion.of(policy, rule, traffic, wanted, share, storeBytes));
        if (server.json()) {
            out().println(JsonReport.of(suggestion));
        } else {
            SuggestionText.lines(suggestion).forEach(out()::println);
        }
        return suggestion.proposals().isEmpty() ? ExitCode.NO : ExitCode.DONE;
    }

    /** Work that reads a log. */
    private interface Reading<T> {
        T run() throws IOException;
    }

    private <T> T watched(LogTraffic traffic, Reading<T> reading) throws InterruptedException {
        try {
            ReplayProgress progress = new ReplayProgress("replay", traffic);
            try {
                return reading.run();
            } finally {
                progress.end();
            }
        } catch (UnusableLogException unusable) {
            throw new CommandFailure(ExitCode.USAGE, String.valueOf(unusable.getMessage()));
        } catch (IllegalArgumentException wrongFormat) {
            throw wrong("--format: " + wrongFormat.getMessage());
        } catch (IOException unreadable) {
            throw new CommandFailure(ExitCode.USAGE, "Cannot read the log: " + unreadable);
        }
    }

    private static List<String> notes(LogTally tally, Replay replay) {
        List<String> notes = new ArrayList<>();
        tally.damaged().forEach(damage -> notes.add(damage + "; what comes before is counted."));
        if (tally.unreadable() > 0) {
            notes.add(tally.unreadable() + " of " + tally.lines() + " lines cannot be read: "
                    + String.join(" | ", tally.examples()));
        }
        if (tally.withoutRequest() > 0) {
            notes.add(tally.withoutRequest() + " lines have no method and path that the service would accept.");
        }
        if (tally.late() > 0) {
            notes.add(
                    tally.late() + " requests came later in their file than --reorder allows, and count at that time.");
        }
        if (tally.coarse()) {
            notes.add("The log has whole seconds, so requests of one second are spread evenly over it.");
        }
        replay.candidates()
                .forEach(candidate ->
                        candidate.inexact().ifPresent(why -> notes.add(candidate.name() + ": " + why + ".")));
        return notes;
    }

    private void print(SimulationReport result) {
        if (server.json()) {
            out().println(JsonReport.of(result));
        } else {
            new TerminalReport(Columns::of, Columns::safe).lines(result).forEach(out()::println);
        }
        if (report != null) {
            try {
                Files.writeString(report, HtmlReport.of(result));
                err().println("The report is in " + report);
            } catch (IOException failure) {
                throw new CommandFailure(ExitCode.USAGE, "Cannot write " + report + ": " + failure);
            }
        }
    }

    private static boolean isWithin(SimulationReport result, double most) {
        for (PolicyFindings policy : result.policies()) {
            boolean isCandidate = policy.role().equals("candidate");
            long counted = policy.compared() ? policy.newlyDenied() : policy.denied();
            if (isCandidate && counted > most * policy.requests()) {
                return false;
            }
        }
        return true;
    }

    private double share(String option, String text) {
        try {
            boolean percent = text.endsWith("%");
            double number = Double.parseDouble(percent ? text.substring(0, text.length() - 1) : text);
            double share = percent ? number / 100 : number;
            if (share >= 0 && share <= 1) {
                return share;
            }
        } catch (NumberFormatException none) {
            // Answered below, like a number that is too large.
        }
        throw wrong(option + " must be a share such as 0.1%, but was " + text);
    }
}
