package io.weir.lab.report;

import io.weir.lab.report.SimulationReport.HitCallers;
import io.weir.lab.report.SimulationReport.HitSubject;
import io.weir.lab.report.SimulationReport.PolicyFindings;
import io.weir.lab.report.SimulationReport.RuleFindings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The report as lines for a terminal.
 *
 * @param columns aligns rows in columns
 * @param safe removes what a terminal would interpret from the text of callers
 */
public record TerminalReport(Columns columns, UnaryOperator<String> safe) {

    /** Aligns rows that all have the same number of cells. */
    @FunctionalInterface
    public interface Columns {
        List<String> align(List<List<String>> rows);
    }

    private static final int MOST_HIT = 10;

    public List<String> lines(SimulationReport report) {
        List<String> lines = new ArrayList<>();
        lines.add(count(report.traffic().requests(), "request") + " of "
                + count(report.traffic().callers(), "caller")
                + report.traffic().first().map(first -> ", " + first + " to ").orElse("")
                + report.traffic().last().orElse(""));
        report.traffic().sources().forEach(source -> lines.add("  " + safe.apply(source)));
        report.traffic().notes().forEach(note -> lines.add("  Note: " + safe.apply(note)));
        lines.add("");
        lines.add("Coverage: how many requests meet each rule");
        coverage(report).forEach(line -> lines.add("  " + line));
        for (PolicyFindings policy : report.policies()) {
            lines.add("");
            policy(policy, lines);
        }
        return lines;
    }

    private List<String> coverage(SimulationReport report) {
        Map<String, List<RuleFindings>> byRule = report.policies().stream()
                .flatMap(policy -> policy.rules().stream())
                .collect(Collectors.groupingBy(RuleFindings::name, LinkedHashMap::new, Collectors.toList()));
        List<List<String>> rows = new ArrayList<>();
        byRule.forEach((name, rules) -> {
            long met = rules.stream().mapToLong(RuleFindings::met).max().orElse(0);
            rows.add(List.of(
                    name,
                    met == 0 ? "none" : percent(met, report.traffic().requests()),
                    met == 0 ? rules.get(0).notMet().orElse("") : ""));
        });
        return columns.align(rows);
    }

    private void policy(PolicyFindings policy, List<String> lines) {
        lines.add((policy.role().equals("now") ? "In force: " : "Candidate: ") + policy.name());
        lines.add("  denies " + count(policy.denied(), "request") + " (" + percent(policy.denied(), policy.requests())
                + ") of " + count(policy.deniedCallers(), "caller")
                + (policy.challenged() == 0 ? "" : ", " + policy.challenged() + " of them by a challenge"));
        if (policy.compared()) {
            lines.add("  newly denied " + number(policy.newlyDenied()) + " ("
                    + percent(policy.newlyDenied(), policy.requests()) + "), newly allowed "
                    + number(policy.newlyAllowed()));
        }
        lines.add("  false positives: " + bracket(policy));
        if (policy.retried() > 0) {
            lines.add("  clients that try again add " + count(policy.retried(), "request") + ", "
                    + number(policy.retriedInVain()) + " in vain");
        }
        if (policy.delaySeconds() > 0) {
            lines.add(String.format(Locale.ROOT, "  leaky buckets delay by %.1f s in all", policy.delaySeconds()));
        }
        if (!policy.exact()) {
            lines.add("  NOT EXACT: there was not enough memory for a counter for each subject");
        }
        rules(policy).forEach(line -> lines.add("  " + line));
        hit(policy).forEach(line -> lines.add("  " + line));
    }

    /** Says how many denied requests came from innocent callers, as a range, because a log does not say who is innocent. */
    static String bracket(PolicyFindings policy) {
        HitCallers hit = policy.deniedBy();
        if (policy.denied() == 0) {
            String bound = policy.requests() == 0 ? "" : ": under " + percent(3, policy.requests()) + " (95 %)";
            return "0 of " + number(policy.requests()) + " requests" + bound;
        }
        long most = hit.trustedRequests() + hit.unknownRequests();
        return "between " + percent(hit.trustedRequests(), policy.requests()) + " and "
                + percent(most, policy.requests()) + " of requests (" + number(hit.trustedRequests())
                + " of trusted callers, " + number(hit.unknownRequests()) + " of unknown ones; "
                + number(hit.suspectRequests()) + " of suspects)";
    }

    private List<String> rules(PolicyFindings policy) {
        List<List<String>> rows = new ArrayList<>();
        for (RuleFindings rule : policy.rules()) {
            if (rule.met() > 0) {
                String what = rule.mode().equals("shadow") ? "would deny " : "denies ";
                rows.add(List.of(
                        rule.name(),
                        rule.limit(),
                        what + number(rule.denied()),
                        "of " + count(rule.deniedSubjects(), "subject"),
                        "fullest " + rule.highestPercent() + " %"));
            }
        }
        return columns.align(rows);
    }

    private List<String> hit(PolicyFindings policy) {
        record Hit(String rule, HitSubject subject) {}
        List<Hit> hits = policy.rules().stream()
                .flatMap(rule -> rule.top().stream().map(subject -> new Hit(rule.name(), subject)))
                .sorted(Comparator.comparingLong((Hit hit) -> -hit.subject().denied()))
                .limit(MOST_HIT)
                .toList();
        List<String> lines = new ArrayList<>();
        if (!hits.isEmpty()) {
            lines.add("hit most:");
        }
        List<List<String>> rows = new ArrayList<>();
        for (Hit hit : hits) {
            rows.add(List.of(
                    "  " + safe.apply(hit.subject().subject()),
                    hit.rule(),
                    "denied " + number(hit.subject().denied()),
                    "first " + hit.subject().first(),
                    hit.subject().told()));
        }
        lines.addAll(columns.align(rows));
        hits.stream()
                .limit(3)
                .flatMap(hit -> hit.subject().explanation().stream())
                .forEach(explanation -> lines.add("  " + safe.apply(explanation)));
        return lines;
    }

    static String count(long number, String what) {
        return number(number) + " " + what + (number == 1 ? "" : "s");
    }

    static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** Returns a share with as many digits as it needs to differ from 0. */
    static String percent(long part, long all) {
        double percent = all == 0 ? 0 : 100.0 * part / all;
        int digits = percent >= 10 || percent == 0 ? 1 : percent >= 0.1 ? 2 : 4;
        return String.format(Locale.ROOT, "%." + digits + "f %%", percent);
    }
}
