package io.weir.service.envoy;

import io.weir.limit.Decision;
import io.weir.policyfile.internal.envoy.CounterKey;
import io.weir.policyfile.internal.envoy.DeniedHits;
import io.weir.policyfile.internal.envoy.DescriptorLimit;
import io.weir.policyfile.internal.envoy.Domain;
import io.weir.policyfile.internal.envoy.Domain.MatchedLimit;
import io.weir.service.envoy.Standing.Uncounted;
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
 * Decides the descriptors of a request: finds the limits that they meet, and charges the store with all of them in one call.
 * Those that only look, or give back, need another call before it.
 */
final class Decider {

    private final Store store;

    Decider(Store store) {
        this.store = store;
    }

    /** How each of the descriptors stands, in their order. */
    CompletionStage<List<Standing>> decide(Domain domain, List<Asked> asked) {
        Standing[] standings = new Standing[asked.size()];
        Arrays.fill(standings, Uncounted.UNMATCHED);
        List<Item> items = items(domain, asked, standings);
        if (allTake(items)) {
            return take(items, domain.deniedHits(), standings);
        }
        List<Item> takes = items.stream().filter(Item::takes).toList();
        List<Item> others = items.stream().filter(item -> !item.takes()).toList();
        return look(others, standings)
                .thenCompose(done -> isSettled(domain, standings)
                        ? look(takes, standings)
                        : take(takes, domain.deniedHits(), standings));
    }

    private static boolean allTake(List<Item> items) {
        for (Item item : items) {
            if (!item.takes()) {
                return false;
            }
        }
        return true;
    }

    /** Whether a look has found that the request is over, so that nothing is to be taken. */
    private static boolean isSettled(Domain domain, Standing[] standings) {
        return domain.deniedHits() == DeniedHits.FREE && Standing.isOver(Arrays.asList(standings));
    }

    /** What the store has to be asked for; what need not be asked stands already. */
    private static List<Item> items(Domain domain, List<Asked> asked, Standing[] standings) {
        List<Item> items = new ArrayList<>(asked.size());
        Set<String> replaced = Set.of();
        for (int i = 0; i < standings.length; i++) {
            Optional<MatchedLimit> met = meet(domain, asked.get(i));
            if (met.isEmpty()) {
                continue;
            }
            DescriptorLimit limit = met.get().limit();
            if (!limit.replaces().isEmpty()) {
                replaced = joined(replaced, limit.replaces());
            }
            if (limit.counting().isEmpty()) {
                standings[i] = Uncounted.UNLIMITED;
            } else {
                String key = CounterKey.of(domain.name(), met.get().counterEntries());
                items.add(new Item(
                        i, limit, limit.counting().get(), key, asked.get(i).hits()));
            }
        }
        return replaced.isEmpty() ? items : without(replaced, items);
    }

    private static List<Item> without(Set<String> replaced, List<Item> items) {
        return items.stream()
                .filter(item -> !replaced.contains(item.limit().name()))
                .toList();
    }

    private static Set<String> joined(Set<String> names, List<String> others) {
        Set<String> all = new HashSet<>(names);
        all.addAll(others);
        return all;
    }

    private static Optional<MatchedLimit> meet(Domain domain, Asked asked) {
        return asked.limit().isEmpty()
                ? domain.match(asked.entries())
                : asked.limit()
                        .map(allowance -> new MatchedLimit(
                                DescriptorLimit.ofRequest(allowance, domain.deniedHits()), asked.entries()));
    }

    private CompletionStage<List<Standing>> take(List<Item> items, DeniedHits deniedHits, Standing[] standings) {
        if (items.isEmpty()) {
            return CompletableFuture.completedStage(Arrays.asList(standings));
        }
        List<Charge> charges = new ArrayList<>(items.size());
        for (Item item : items) {
            item.addTo(charges, deniedHits);
        }
        CompletionStage<Answer> answered = store.charge(charges);
        return deniedHits == DeniedHits.COUNTED
                ? answered.thenApply(answer -> taken(items, answer, standings))
                : answered.thenCompose(answer -> settled(answer, taken(items, answer, standings)));
    }

    private static List<Standing> taken(List<Item> items, Answer answer, Standing[] standings) {
        int first = 0;
        for (Item item : items) {
            standings[item.at()] = item.taken(answer.decisions(), first);
            first += item.charges();
        }
        return Arrays.asList(standings);
    }

    /** Where denied hits are free, quotas that are all over, of which the store knows nothing, take back what it took. */
    private CompletionStage<List<Standing>> settled(Answer answer, List<Standing> standings) {
        return answer.allowed() && Standing.isOver(standings)
                ? store.giveBack(answer.receipt()).thenApply(done -> standings)
                : CompletableFuture.completedStage(standings);
    }

    private CompletionStage<List<Standing>> look(List<Item> items, Standing[] standings) {
        List<Charge> charges = items.stream().map(Item::look).toList();
        return store.peek(charges).thenCompose(decisions -> {
            List<Taken> returned = new ArrayList<>();
            for (int i = 0; i < charges.size(); i++) {
                Item item = items.get(i);
                Decision decision = decisions.get(i);
                standings[item.at()] = item.seen(decision);
                if (item.hits().kind() == Hits.Kind.GIVE_BACK) {
                    returned.add(item.returned(decision));
                }
            }
            return giveBack(returned).thenApply(done -> Arrays.asList(standings));
        });
    }

    private CompletionStage<Void> giveBack(List<Taken> returned) {
        return returned.isEmpty() ? CompletableFuture.completedStage(null) : store.giveBack(Receipt.of(returned));
    }
}
