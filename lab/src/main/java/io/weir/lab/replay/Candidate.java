package io.weir.lab.replay;

import io.weir.lab.traffic.Arrival;
import io.weir.lab.traffic.ArrivalBatch;
import io.weir.memory.MemoryStore;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.Verdict;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Rule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** One policy in a replay, with a store and a clock of its own. Used by one thread, so its figures are always the same. */
public final class Candidate {

    private static final int TOO_MANY_REQUESTS = 429;

    /** Something that happens between two requests of the log: a client comes back, or an answer ends. */
    private record Later(
            long atMicros,
            long number,
            Arrival arrival,
            int caller,
            int attempt,
            @Nullable Verdict ended) {}

    private final String name;
    private final Policy policy;
    private final Retries retries;
    private final ReplayTime time = new ReplayTime();
    private final MemoryStore store;
    private final Gate gate;
    private final boolean settles;
    private final Map<String, RuleTally> rules = new LinkedHashMap<>();
    private final Totals totals = new Totals();
    private final PriorityQueue<Later> later =
            new PriorityQueue<>(Comparator.comparingLong(Later::atMicros).thenComparingLong(Later::number));
    private long numbers;
    private @Nullable DemandObserver observer;
    private long countFromMicros = Long.MIN_VALUE;

    /** @param storeBytes bounds the counters of this policy */
    public Candidate(String name, Policy policy, Retries retries, long storeBytes) {
        this.name = name;
        this.policy = policy;
        this.retries = retries;
        store = new MemoryStore(time, storeBytes);
        gate = new Gate(policy, store);
        settles = policy.rules().stream().anyMatch(rule -> !rule.outcome().countsAll());
        for (Rule rule : policy.rules()) {
            rules.put(rule.name(), new RuleTally(rule, rule.mode().and(policy.mode()) == Mode.ENFORCE));
        }
    }

    /** Reports every charge to an observer as well. */
    public Candidate observedBy(DemandObserver other) {
        observer = other;
        return this;
    }

    /** Decides earlier requests too, but does not count them. */
    public Candidate countingFrom(long micros) {
        countFromMicros = micros;
        return this;
    }

    public String name() {
        return name;
    }

    public Policy policy() {
        return policy;
    }

    public Totals totals() {
        return totals;
    }

    public Collection<RuleTally> rules() {
        return rules.values();
    }

    /** Returns why the figures are not exact; empty if they are. */
    public Optional<String> inexact() {
        MemoryStore.Usage usage = store.usage();
        return usage.earlyEvictions() + usage.overflowCharges() + usage.newcomerEvictions() == 0
                ? Optional.empty()
                : Optional.of("there was not enough memory for a counter for each subject; give it more with"
                        + " JAVA_TOOL_OPTIONS=-Xmx8g, or take a part of the callers with --part 1/10");
    }

    /** @param isNow whether this is the policy in force, which the others are compared with */
    void decide(ArrivalBatch batch, boolean isNow, boolean compares) {
        for (int i = 0; i < batch.size(); i++) {
            Arrival arrival = batch.arrival(i);
            catchUp(arrival.atMicros());
            boolean before = compares && batch.allowedNow().get(i);
            boolean allowed = decide(arrival, batch.caller(i), 0, before, compares);
            if (isNow) {
                batch.allowedNow().set(i, allowed);
            }
        }
    }

    /** Does what is still due after the last request. */
    void end() {
        catchUp(Long.MAX_VALUE);
    }

    private void catchUp(long untilMicros) {
        for (Later next = later.peek(); next != null && next.atMicros() <= untilMicros; next = later.peek()) {
            later.remove();
            time.moveTo(next.atMicros());
            if (next.ended() != null) {
                gate.settle(next.ended(), next.arrival().status())
                        .toCompletableFuture()
                        .join();
            } else {
                decide(next.arrival(), next.caller(), next.attempt(), false, false);
            }
        }
    }

    private boolean decide(Arrival arrival, int caller, int attempt, boolean before, boolean compares) {
        long at = arrival.atMicros();
        time.moveTo(at);
        Verdict verdict = gate.check(arrival.request()).toCompletableFuture().join();
        boolean allowed = verdict.allowed();
        if (at >= countFromMicros) {
            totals.add(verdict, at, caller, attempt, compares ? (before ? 1 : 0) : -1);
            RequestSeen seen = new RequestSeen(at, verdict, before && attempt == 0);
            verdict.each((rule, subject, charge, decision) -> {
                RuleTally tally = rules.get(rule.name());
                if (tally != null) {
                    tally.add(subject, decision, seen);
                }
            });
        }
        if (observer != null && attempt == 0) {
            DemandObserver each = observer;
            verdict.each((rule, subject, charge, decision) -> each.asked(rule, subject, caller, at, charge.cost()));
        }
        if (!allowed && attempt < retries.most()) {
            Arrival again = arrival.at(at + retries.waitMicros(verdict.retryAfterMicros()));
            later.add(new Later(again.atMicros(), numbers++, again, caller, attempt + 1, null));
        }
        if (allowed && settles && arrival.status() != 0 && arrival.status() != TOO_MANY_REQUESTS) {
            later.add(new Later(at + arrival.tookMicros(), numbers++, arrival, caller, attempt, verdict));
        }
        return allowed;
    }

    /** Returns the rules that matched no request. */
    public List<Rule> unmet() {
        List<Rule> unmet = new ArrayList<>();
        rules.values().stream()
                .filter(tally -> tally.met() == 0)
                .map(RuleTally::rule)
                .forEach(unmet::add);
        return unmet;
    }
}
