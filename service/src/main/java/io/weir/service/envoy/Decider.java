package io.weir.service.envoy;

import io.weir.limit.Decision;
import io.weir.policyfile.envoy.CounterKey;
import io.weir.policyfile.envoy.DeniedHits;
import io.weir.policyfile.envoy.DescriptorLimit;
import io.weir.policyfile.envoy.Domain;
import io.weir.policyfile.envoy.Domain.Met;
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
        List<Item> takes = items.stream()
                .filter(item -> item.hits().kind() == Hits.Kind.TAKE)
                .toList();
        if (takes.size() == items.size()) {
            return take(takes, domain.deniedHits(), standings);
        }
        List<Item> others = items.stream()
                .filter(item -> item.hits().kind() != Hits.Kind.TAKE)
                .toList();
        return look(others, standings)
                .thenCompose(done -> isSettled(domain, standings)
                        ? look(takes, standings)
                        : take(takes, domain.deniedHits(), standings));
    }

    /** Whether a look has found that the request is over, so that nothing is to be taken. */
    private static boolean isSettled(Domain domain, Standing[] standings) {
        return domain.deniedHits() == DeniedHits.FREE && Standing.isOver(Arrays.asList(standings));
    }

    /** What the store has to be asked for; what need not be asked stands already. */
    private static List<Item> items(Domain domain, List<Asked> asked, Standing[] standings) {
        List<Optional<Met>> met = asked.stream().map(each -> meet(domain, each)).toList();
        Set<String> replaced = new HashSet<>();
        met.forEach(
                each -> each.ifPresent(limit -> replaced.addAll(limit.limit().replaces())));
        List<Item> items = new ArrayList<>(asked.size());
        for (int i = 0; i < asked.size(); i++) {
            if (met.get(i).isEmpty()) {
                continue;
            }
            DescriptorLimit limit = met.get(i).get().limit();
            if (limit.counting().isEmpty()) {
                standings[i] = Uncounted.UNLIMITED;
            } else if (!replaced.contains(limit.name())) {
                String key = CounterKey.of(domain.name(), met.get(i).get().counted());
                items.add(new Item(
                        i, limit, limit.counting().get(), key, asked.get(i).hits()));
            }
        }
        return items;
    }

    private static Optional<Met> meet(Domain domain, Asked asked) {
        return asked.limit().isEmpty()
                ? domain.meet(asked.entries())
                : asked.limit()
                        .map(allowance -> new Met(
                                DescriptorLimit.ofRequest(allowance, domain.deniedHits()), List.of(), asked.entries()));
    }

    private CompletionStage<List<Standing>> take(List<Item> items, DeniedHits deniedHits, Standing[] standings) {
        if (items.isEmpty()) {
            return CompletableFuture.completedStage(Arrays.asList(standings));
        }
        List<Charge> charges = new ArrayList<>(items.size());
        int[] ends = new int[items.size()];
        for (int i = 0; i < ends.length; i++) {
            charges.addAll(items.get(i).charges(deniedHits));
            ends[i] = charges.size();
        }
        return store.charge(charges).thenCompose(answer -> {
            int from = 0;
            for (int i = 0; i < ends.length; i++) {
                Item item = items.get(i);
                standings[item.at()] = item.taken(answer.decisions().subList(from, ends[i]));
                from = ends[i];
            }
            return settled(answer, deniedHits, standings);
        });
    }

    /** Where denied hits are free, quotas that are all over, of which the store knows nothing, take back what it took. */
    private CompletionStage<List<Standing>> settled(Answer answer, DeniedHits deniedHits, Standing[] standings) {
        List<Standing> all = Arrays.asList(standings);
        return deniedHits == DeniedHits.FREE && answer.allowed() && Standing.isOver(all)
                ? store.giveBack(answer.receipt()).thenApply(done -> all)
                : CompletableFuture.completedStage(all);
    }

    private CompletionStage<List<Standing>> look(List<Item> items, Standing[] standings) {
        List<Charge> charges = items.stream().map(item -> item.charge(1)).toList();
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
