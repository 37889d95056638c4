package io.weir.lab.report;

import io.weir.lab.replay.Totals.Share;
import io.weir.lab.suggest.ProvenProposal;
import io.weir.lab.suggest.Suggestion;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A suggestion as lines for a terminal. */
public final class SuggestionText {

    private SuggestionText() {}

    public static List<String> lines(Suggestion suggestion) {
        List<String> lines = new ArrayList<>();
        if (suggestion.subjects() == 0) {
            lines.add("No request met " + suggestion.rule()
                    + " in the first two thirds of the log, so there is nothing to"
                    + " suggest. weir simulate without --suggest says why.");
            return lines;
        }
        lines.add("Limits for " + suggestion.rule() + ", made from the first two thirds of the log ("
                + TerminalReport.count(suggestion.subjects(), "subject")
                + ") and proved by a replay of the last third.");
        lines.add(
                suggestion.forTrusted()
                        ? "They fit what trusted callers needed."
                        : "The log names no caller that can be trusted, so they fit all that are not suspects.");
        if (suggestion.proposals().isEmpty()) {
            lines.add("No round limit per second, minute or hour fits.");
        }
        for (ProvenProposal each : suggestion.proposals()) {
            lines.add("");
            lines.add("  limit: " + each.proposal().written());
            lines.add("    needed: " + each.proposal().needed() + " at this rate; just below the limit: "
                    + each.proposal().nearest().stream().map(String::valueOf).collect(Collectors.joining(", "))
                    + (each.proposal().clear() ? "; a clear gap above" : "; no clear gap above"));
            lines.add("    proof: denies " + TerminalReport.number(each.denied()) + " of "
                    + TerminalReport.count(each.requests(), "request") + " of the last third");
            lines.add("    false positives: between "
                    + TerminalReport.percent(each.trusted().requests(), each.requests())
                    + " and "
                    + TerminalReport.percent(
                            each.trusted().requests() + each.unknown().requests(), each.requests())
                    + " of these requests (trusted " + share(each.trusted()) + ", unknown " + share(each.unknown())
                    + "); stopped suspects: " + share(each.suspects()));
        }
        return lines;
    }

    private static String share(Share share) {
        return TerminalReport.number(share.requests()) + " of " + TerminalReport.count(share.callers(), "caller");
    }
}
