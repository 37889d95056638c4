package io.weir.lab.report;

import io.weir.lab.replay.Candidate;
import io.weir.lab.replay.Replay;
import io.weir.lab.replay.RuleTally;
import io.weir.lab.replay.Series;
import io.weir.lab.replay.SubjectTally;
import io.weir.lab.replay.Totals;
import io.weir.lab.report.SimulationReport.HitCallers;
import io.weir.lab.report.SimulationReport.HitSubject;
import io.weir.lab.report.SimulationReport.NeededCapacity;
import io.weir.lab.report.SimulationReport.PolicyFindings;
import io.weir.lab.report.SimulationReport.RuleFindings;
import io.weir.lab.report.SimulationReport.TimeSeries;
import io.weir.lab.report.SimulationReport.TrafficFindings;
import io.weir.lab.suggest.RuleDemands;
import io.weir.lab.traffic.CallerSigns.Standing;
import io.weir.lab.traffic.CallerTable;
import io.weir.policy.rule.Subject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Makes a report of a finished replay.
 *
 * @param top how many subjects of each rule to name
 * @param demands of each candidate by its name; empty where they were not observed
 */
public record Findings(Replay replay, ShownSubjects shown, int top, Map<String, RuleDemands> demands) {

    private static final double MICROS = 1e6;

    /**
     * Returns the report.
     *
     * @param sources where the traffic came from, and in which format
     * @param notes what limits the meaning of the figures
     */
    public SimulationReport report(List<String> sources, List<String> notes) {
        long requests = replay.candidates().get(0).totals().requests();
        TrafficFindings traffic = new TrafficFindings(
                requests,
                replay.callers().size(),
                time(replay.firstMicros(), requests),
                time(replay.lastMicros(), requests),
                sources,
                notes);
        return new SimulationReport(
                SimulationReport.VERSION,
                traffic,
                replay.candidates().stream().map(this::policy).toList());
    }

    private static Optional<String> time(long micros, long requests) {
        return requests == 0 ? Optional.empty() : Optional.of(instant(micros).toString());
    }

    private static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    private PolicyFindings policy(Candidate candidate) {
        Totals totals = candidate.totals();
        boolean isNow = replay.firstIsNow() && candidate == replay.candidates().get(0);
        return new PolicyFindings(
                candidate.name(),
                isNow ? "now" : "candidate",
                replay.firstIsNow() && !isNow,
                candidate.inexact().isEmpty(),
                totals.requests(),
                totals.denied(),
                totals.challenged(),
                totals.deniedCallers(),
                totals.newlyDenied(),
                totals.newlyAllowed(),
                totals.withoutRule(),
                totals.bypassed(),
                totals.retried(),
                totals.retriedInVain(),
                totals.delayMicros() / MICROS,
                hit(totals, replay.callers()),
                series(totals.series()),
                candidate.rules().stream().map(tally -> rule(tally, candidate)).toList());
    }

    static HitCallers hit(Totals totals, CallerTable callers) {
        Map<Standing, Totals.Share> shares = totals.deniedByStanding(callers);
        Totals.Share trusted = shares.getOrDefault(Standing.TRUSTED, new Totals.Share(0, 0));
        Totals.Share unknown = shares.getOrDefault(Standing.UNKNOWN, new Totals.Share(0, 0));
        Totals.Share suspect = shares.getOrDefault(Standing.SUSPECT, new Totals.Share(0, 0));
        return new HitCallers(
                trusted.requests(),
                trusted.callers(),
                unknown.requests(),
                unknown.callers(),
                suspect.requests(),
                suspect.callers());
    }

    private static TimeSeries series(Series series) {
        return new TimeSeries(
                series.startMicros() / 1_000_000,
                series.stepMicros() / MICROS,
                LongStream.of(series.asked()).boxed().toList(),
                LongStream.of(series.denied()).boxed().toList());
    }

    private RuleFindings rule(RuleTally tally, Candidate candidate) {
        return new RuleFindings(
                tally.rule().name(),
                tally.rule().limit().toString(),
                tally.rule().per().types(),
                tally.rule().mode().and(candidate.policy().mode()).word(),
                tally.met(),
                tally.met() > 0
                        ? Optional.empty()
                        : Optional.of(
                                Coverage.reason(tally.rule(), candidate.policy().mode(), replay.known())),
                tally.denied(),
                tally.subjects().size(),
                tally.highestPercent(),
                series(tally.series()),
                tally.subjects().entrySet().stream()
                        .sorted(Comparator.comparingLong((Map.Entry<Subject, SubjectTally> each) ->
                                        -each.getValue().denied())
                                .thenComparing(each -> each.getKey().toString()))
                        .limit(top)
                        .map(each -> subject(each.getKey(), each.getValue()))
                        .toList(),
                needed(tally, candidate));
    }

    private HitSubject subject(Subject subject, SubjectTally tally) {
        long seconds = -Math.floorDiv(-tally.retryAfterMicros(), 1_000_000L);
        return new HitSubject(
                shown.of(subject),
                tally.denied(),
                tally.newlyDenied(),
                tally.allowed(),
                instant(tally.firstMicros()).toString(),
                tally.status() + ", Retry-After: " + seconds,
                shown.areNamed() ? Optional.of(tally.explanation()) : Optional.empty());
    }

    private Optional<NeededCapacity> needed(RuleTally tally, Candidate candidate) {
        RuleDemands observed = demands.get(candidate.name());
        return observed == null
                ? Optional.empty()
                : observed.of(tally.rule())
                        .map(demand -> CapacityCurve.of(demand, tally.rule().limit()));
    }
}
