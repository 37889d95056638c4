package io.weir.lab.suggest;

import io.weir.lab.replay.Candidate;
import io.weir.lab.replay.Totals.Share;
import io.weir.lab.traffic.CallerSigns.Standing;
import io.weir.lab.traffic.CallerTable;
import java.util.Map;

/**
 * A proposal, and what it did to the part of the traffic that it was not made from.
 *
 * @param requests how many requests met the rule there
 */
public record ProvenProposal(
        Proposal proposal, long requests, long denied, Share trusted, Share unknown, Share suspects) {

    static ProvenProposal of(Proposal proposal, Candidate proof, CallerTable callers) {
        Map<Standing, Share> shares = proof.totals().deniedByStanding(callers);
        Share none = new Share(0, 0);
        return new ProvenProposal(
                proposal,
                proof.rules().iterator().next().met(),
                proof.totals().denied(),
                shares.getOrDefault(Standing.TRUSTED, none),
                shares.getOrDefault(Standing.UNKNOWN, none),
                shares.getOrDefault(Standing.SUSPECT, none));
    }
}
