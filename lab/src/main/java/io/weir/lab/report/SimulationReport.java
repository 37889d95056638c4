package io.weir.lab.report;

import java.util.List;
import java.util.Optional;

/**
 * Everything that a replay has found; its JSON form is described by {@code report.schema.json}.
 *
 * @param version of the schema
 */
public record SimulationReport(int version, TrafficFindings traffic, List<PolicyFindings> policies) {

    public static final int VERSION = 1;

    /**
     * The traffic that was replayed.
     *
     * @param first the time of the first request; empty if there was none
     * @param notes what limits the meaning of the figures, in sentences
     */
    public record TrafficFindings(
            long requests,
            long callers,
            Optional<String> first,
            Optional<String> last,
            List<String> sources,
            List<String> notes) {}

    /**
     * One policy.
     *
     * @param role {@code now} for the policy in force, {@code candidate} for others
     * @param compared whether {@code newlyDenied} and {@code newlyAllowed} compare with a policy in force
     * @param exact whether each subject had a counter of its own
     */
    public record PolicyFindings(
            String name,
            String role,
            boolean compared,
            boolean exact,
            long requests,
            long denied,
            long challenged,
            long deniedCallers,
            long newlyDenied,
            long newlyAllowed,
            long withoutRule,
            long bypassed,
            long retried,
            long retriedInVain,
            double delaySeconds,
            HitCallers deniedBy,
            TimeSeries series,
            List<RuleFindings> rules) {}

    /** The denied requests and callers by what is known of the callers. */
    public record HitCallers(
            long trustedRequests,
            long trustedCallers,
            long unknownRequests,
            long unknownCallers,
            long suspectRequests,
            long suspectCallers) {}

    /** Counts over time; the first step begins at {@code start}, in seconds since 1970. */
    public record TimeSeries(long start, double stepSeconds, List<Long> asked, List<Long> denied) {}

    /**
     * One rule.
     *
     * @param met how many requests it matched
     * @param notMet why it matched none, and what to do; empty if it did
     * @param highestPercent how much of its limit the fullest counter had used
     */
    public record RuleFindings(
            String name,
            String limit,
            List<String> per,
            String mode,
            long met,
            Optional<String> notMet,
            long denied,
            long deniedSubjects,
            long highestPercent,
            TimeSeries series,
            List<HitSubject> top,
            Optional<NeededCapacity> needed) {}

    /**
     * One of the subjects that were denied most.
     *
     * @param allowedAfter requests that the rule allowed after the first denial
     * @param told what the first denied request would have been told
     * @param explanation the whole verdict on it; empty if subjects are not shown
     */
    public record HitSubject(
            String subject,
            long denied,
            long newlyDenied,
            long allowedAfter,
            String first,
            String told,
            Optional<String> explanation) {}

    /**
     * How much capacity the subjects of a rule needed at the rate of its limit. The arrays belong together: item i says how
     * many subjects needed more than {@code capacity[i]}, and how many requests they sent.
     *
     * @param current the capacity of the limit
     */
    public record NeededCapacity(
            String rate,
            long current,
            long subjects,
            long requests,
            List<Long> capacity,
            List<Long> subjectsAbove,
            List<Long> requestsAbove) {}
}
