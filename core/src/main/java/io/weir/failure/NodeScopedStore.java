package io.weir.failure;

import io.weir.limit.Decision;
import io.weir.memory.MemoryStore;
import io.weir.memory.MemoryStore.Usage;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Effect;
import io.weir.store.Receipt;
import io.weir.store.Receipt.Taken;
import io.weir.store.Scope;
import io.weir.store.Store;
import io.weir.store.spi.ForwardingStore;
import io.weir.store.spi.MarkedCall;
import io.weir.store.spi.SplitCall;
import io.weir.store.spi.SplitCall.Joined;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/**
 * A store that decides charges of {@link Scope#NODE} in this process's memory before it asks the shared store for the
 * other charges. If the local charges are denied, the shared store is asked only for charges that count denied calls
 * too. The marker of a call is decided {@linkplain MarkedCall last}.
 */
class NodeScopedStore extends ForwardingStore implements MarkedCall.Places {

    private enum Place {
        NODE,
        SHARED,
        NOT_ASKED
    }

    private final MemoryStore memory;

    NodeScopedStore(Store shared, MemoryStore memory) {
        super(shared);
        this.memory = memory;
    }

    /** Returns the memory use of the counters that belong to this process. */
    final Usage usageOfNode() {
        return memory.usage();
    }

    private static boolean isOfNode(Charge charge) {
        return charge.scope() == Scope.NODE;
    }

    @Override
    public CompletionStage<Answer> charge(List<Charge> charges) {
        if (charges.stream().noneMatch(NodeScopedStore::isOfNode)) {
            return store().charge(charges);
        }
        List<Charge> ofNode = charges.stream().filter(NodeScopedStore::isOfNode).toList();
        Charge last = charges.get(charges.size() - 1);
        if (last.isMarker() && ofNode.size() < charges.size()) {
            return new MarkedCall(this, charges, charge -> charge.scope() == last.scope()).charge();
        }
        Answer answer = memory.charge(ofNode).toCompletableFuture().join();
        if (ofNode.size() == charges.size()) {
            return CompletableFuture.completedStage(answer);
        }
        SplitCall<Place> call = new SplitCall<>(charges, charge -> {
            boolean asked = answer.allowed() || charge.effect() == Effect.COUNTED;
            return isOfNode(charge) ? Place.NODE : asked ? Place.SHARED : Place.NOT_ASKED;
        });
        List<Charge> shared = call.parts().get(Place.SHARED);
        if (shared == null) {
            return CompletableFuture.completedStage(
                    call.join(Map.of(Place.NODE, answer)).answer());
        }
        return store().charge(shared)
                .whenComplete((ignored, failure) -> {
                    if (failure != null) {
                        memory.giveBack(answer.receipt());
                    }
                })
                .thenApply(other -> joined(call.join(Map.of(Place.NODE, answer, Place.SHARED, other))));
    }

    private Answer joined(Joined<Place> joined) {
        joined.toGiveBack().forEach((place, receipt) -> (place == Place.NODE ? memory : store()).giveBack(receipt));
        return joined.answer();
    }

    @Override
    public CompletionStage<List<Decision>> peek(List<Charge> charges) {
        Map<Boolean, List<Charge>> parts =
                charges.stream().collect(Collectors.partitioningBy(NodeScopedStore::isOfNode));
        List<Charge> ofNode = parts.getOrDefault(true, List.of());
        List<Charge> shared = parts.getOrDefault(false, List.of());
        if (ofNode.isEmpty()) {
            return store().peek(charges);
        }
        return memory.peek(ofNode).thenCombine(store().peek(shared), (here, there) -> {
            Iterator<Decision> ofThis = here.iterator();
            Iterator<Decision> ofOther = there.iterator();
            List<Decision> all = new ArrayList<>(charges.size());
            charges.forEach(charge -> all.add((isOfNode(charge) ? ofThis : ofOther).next()));
            return all;
        });
    }

    @Override
    public CompletionStage<Void> giveBack(Receipt receipt) {
        Map<Boolean, List<Taken>> taken =
                receipt.redeem().stream().collect(Collectors.partitioningBy(each -> isOfNode(each.charge())));
        CompletionStage<Void> done = memory.giveBack(Receipt.of(taken.getOrDefault(true, List.of())));
        List<Taken> shared = taken.getOrDefault(false, List.of());
        return shared.isEmpty() ? done : store().giveBack(Receipt.of(shared));
    }

    @Override
    public CompletionStage<Void> forget(Charge charge) {
        return isOfNode(charge) ? memory.forget(charge) : store().forget(charge);
    }

    @Override
    public void close() {
        super.close();
        memory.close();
    }
}
