package io.weir.lab.suggest;

import io.weir.lab.replay.Candidate;
import io.weir.lab.replay.Replay;
import io.weir.lab.replay.Retries;
import io.weir.lab.traffic.Arrival;
import io.weir.lab.traffic.Traffic;
import io.weir.policy.Policy;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Rule;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Limits for one rule, made from the first two thirds of the time of a traffic and proved by a replay of the last third.
 *
 * @param subjects how many subjects asked in the first part
 * @param forTrusted whether the limits are made for trusted callers, and not for all that are no suspects
 */
public record Suggestion(String rule, long subjects, boolean forTrusted, List<ProvenProposal> proposals) {

    /**
     * Reads the traffic three times: for its times, for the demand, and for the proof.
     *
     * @param wanted leaves out other requests
     * @param falsePositives the share of innocent subjects that may be denied once or more
     */
    public static Suggestion of(
            Policy policy,
            String name,
            Traffic traffic,
            Predicate<Arrival> wanted,
            double falsePositives,
            long storeBytes)
            throws IOException {
        Rule rule = policy.rules().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the policy has no rule " + name));
        Policy alone = policy.withRules(List.of(rule.withMode(Mode.ENFORCE))).withMode(Mode.ENFORCE);
        Replay times = new Replay(List.of(), false).only(wanted).run(traffic);
        long split = times.firstMicros() + (times.lastMicros() - times.firstMicros()) / 3 * 2;

        RuleDemands demands = RuleDemands.ofRule(name, Proposals.rates());
        Candidate learning = new Candidate(name, alone, Retries.NONE, storeBytes).observedBy(demands);
        Replay learned = new Replay(List.of(learning), false)
                .only(wanted)
                .only(arrival -> arrival.atMicros() < split)
                .run(traffic);
        Demand demand = demands.of(rule).orElseThrow();
        if (demand.subjects() == 0) {
            return new Suggestion(name, 0, false, List.of());
        }
        Proposals chosen = new Proposals(demand, learned.callers(), falsePositives);
        List<Proposal> proposals = chosen.choose();
        List<Candidate> proofs = new ArrayList<>();
        for (Proposal proposal : proposals) {
            Rule proposed = alone.rules().get(0).withLimit(proposal.limit());
            proofs.add(new Candidate(
                            proposal.written(),
                            alone.withRules(List.of(proposed)),
                            Retries.NONE,
                            storeBytes / proposals.size())
                    .countingFrom(split));
        }
        Replay proved = new Replay(proofs, false).only(wanted).run(traffic);
        List<ProvenProposal> proven = new ArrayList<>();
        for (int i = 0; i < proofs.size(); i++) {
            proven.add(ProvenProposal.of(proposals.get(i), proofs.get(i), proved.callers()));
        }
        return new Suggestion(name, demand.subjects(), chosen.areForTrusted(), proven);
    }
}
