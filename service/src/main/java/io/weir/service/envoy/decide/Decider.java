package io.weir.service.envoy.decide;

import io.weir.limit.Decision;
import io.weir.policyfile.internal.envoy.CounterKey;
import io.weir.policyfile.internal.envoy.DeniedHits;
import io.weir.policyfile.internal.envoy.DescriptorLimit;
import io.weir.policyfile.internal.envoy.Domain;
import io.weir.policyfile.internal.envoy.Domain.MatchedLimit;
import io.weir.service.envoy.decide.DescriptorOutcome.Uncounted;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Receipt;
import io.weir.store.Receipt.Taken;
import io.weir.store.Store;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Decides the descriptors of a request: finds the limits that match them, and charges all of them to the store in one call. Descriptors
 * that only read or give back need another call before that one.
 */
public final class Decider {

    private final Store store;

    public Decider(Store store) {
        this.store = store;
    }

    /** The outcome of each descriptor, in the order of the descriptors. */
    public CompletionStage<List<DescriptorOutcome>> decide(Domain domain, List<RequestedDescriptor> descriptors) {
        DescriptorOutcome[] outcomes = new DescriptorOutcome[descriptors.size()];
        Arrays.fill(outcomes, Uncounted.UNMATCHED);
        List<DescriptorCharge> charged = charged(domain, descriptors, outcomes);
        if (allTake(charged)) {
            return take(charged, domain.deniedHits(), outcomes);
        }
        List<DescriptorCharge> takes =
                charged.stream().filter(DescriptorCharge::takes).toList();
        List<DescriptorCharge> others =
                charged.stream().filter(each -> !each.takes()).toList();
        return look(others, outcomes)
                .thenCompose(done ->
                        isOver(domain, outcomes) ? look(takes, outcomes) : take(takes, domain.deniedHits(), outcomes));
    }

    private static boolean allTake(List<DescriptorCharge> charged) {
        for (DescriptorCharge each : charged) {
            if (!each.takes()) {
                return false;
            }
        }
        return true;
    }

    /** Whether reading has shown that the request is over its limits, so that nothing may be taken. */
    private static boolean isOver(Domain domain, DescriptorOutcome[] outcomes) {
        return domain.deniedHits() == DeniedHits.FREE && DescriptorOutcome.isOver(Arrays.asList(outcomes));
    }

    /** The charges for the store; the outcomes of descriptors that need no charge are filled in here. */
    private static List<DescriptorCharge> charged(
            Domain domain, List<RequestedDescriptor> descriptors, DescriptorOutcome[] outcomes) {
        List<DescriptorCharge> charged = new ArrayList<>(descriptors.size());
        Set<String> replaced = Set.of();
        for (int i = 0; i < outcomes.length; i++) {
            Optional<MatchedLimit> met = meet(domain, descriptors.get(i));
            if (met.isEmpty()) {
                continue;
            }
            DescriptorLimit limit = met.get().limit();
            if (!limit.replaces().isEmpty()) {
                replaced = joined(replaced, limit.replaces());
            }
            if (limit.counting().isEmpty()) {
                outcomes[i] = Uncounted.UNLIMITED;
            } else {
                String key = CounterKey.of(domain.name(), met.get().counterEntries());
                charged.add(new DescriptorCharge(
                        i,
                        limit,
                        limit.counting().get(),
                        key,
                        descriptors.get(i).hits()));
            }
        }
        return replaced.isEmpty() ? charged : without(replaced, charged);
    }

    private static List<DescriptorCharge> without(Set<String> replaced, List<DescriptorCharge> charged) {
        return charged.stream()
                .filter(each -> !replaced.contains(each.limit().name()))
                .toList();
    }

    private static Set<String> joined(Set<String> names, List<String> others) {
        Set<String> all = new HashSet<>(names);
        all.addAll(others);
        return all;
    }

    private static Optional<MatchedLimit> meet(Domain domain, RequestedDescriptor descriptor) {
        return descriptor.limit().isEmpty()
                ? domain.match(descriptor.entries())
                : descriptor
                        .limit()
                        .map(allowance -> new MatchedLimit(
                                DescriptorLimit.ofRequest(allowance, domain.deniedHits()), descriptor.entries()));
    }

    private CompletionStage<List<DescriptorOutcome>> take(
            List<DescriptorCharge> charged, DeniedHits deniedHits, DescriptorOutcome[] outcomes) {
        if (charged.isEmpty()) {
            return CompletableFuture.completedStage(Arrays.asList(outcomes));
        }
        List<Charge> charges = new ArrayList<>(charged.size());
        for (DescriptorCharge each : charged) {
            each.addTo(charges, deniedHits);
        }
        CompletionStage<Answer> answered = store.charge(charges);
        return deniedHits == DeniedHits.COUNTED
                ? answered.thenApply(answer -> taken(charged, answer, outcomes))
                : answered.thenCompose(answer -> settled(answer, taken(charged, answer, outcomes)));
    }

    private static List<DescriptorOutcome> taken(
            List<DescriptorCharge> charged, Answer answer, DescriptorOutcome[] outcomes) {
        int first = 0;
        for (DescriptorCharge each : charged) {
            outcomes[each.at()] = each.taken(answer.decisions(), first);
            first += each.charges();
        }
        return Arrays.asList(outcomes);
    }

    /** Where denied hits are free, the charges are given back if all quotas are exceeded, which the store cannot know. */
    private CompletionStage<List<DescriptorOutcome>> settled(Answer answer, List<DescriptorOutcome> outcomes) {
        return answer.allowed() && DescriptorOutcome.isOver(outcomes)
                ? store.giveBack(answer.receipt()).thenApply(done -> outcomes)
                : CompletableFuture.completedStage(outcomes);
    }

    private CompletionStage<List<DescriptorOutcome>> look(
            List<DescriptorCharge> charged, DescriptorOutcome[] outcomes) {
        List<Charge> charges = charged.stream().map(DescriptorCharge::look).toList();
        return store.peek(charges).thenCompose(decisions -> {
            List<Taken> returned = new ArrayList<>();
            for (int i = 0; i < charges.size(); i++) {
                DescriptorCharge each = charged.get(i);
                Decision decision = decisions.get(i);
                outcomes[each.at()] = each.read(decision);
                if (each.hits().kind() == HitsAddend.Kind.GIVE_BACK) {
                    returned.add(each.returned(decision));
                }
            }
            return giveBack(returned).thenApply(done -> Arrays.asList(outcomes));
        });
    }

    private CompletionStage<Void> giveBack(List<Taken> returned) {
        return returned.isEmpty() ? CompletableFuture.completedStage(null) : store.giveBack(Receipt.of(returned));
    }
}
