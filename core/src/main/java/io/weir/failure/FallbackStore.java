package io.weir.failure;

import io.weir.limit.Decision;
import io.weir.limit.spi.State;
import io.weir.memory.MemoryStore;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.OnFailure;
import io.weir.store.Receipt;
import io.weir.store.Receipt.Taken;
import io.weir.store.Store;
import io.weir.store.spi.ForwardingStore;
import io.weir.time.Scheduler;
import io.weir.time.TimeSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/**
 * A store that decides in this process when the shared store fails, as the {@link OnFailure} of each charge says. Its
 * own counters live as long as this process, so a store that fails again and again does not grant new permits each
 * time.
 *
 * <p>A local counter begins with the {@linkplain LastStates last known state} of the shared counter, and becomes at
 * least as strict as each newer state. A store that is out of memory can still be read, so it is asked for the states
 * that are not known here.
 */
final class FallbackStore extends ForwardingStore {

    /** The retry-after of a refusal, after which the store may be back. */
    private static final long RETRY_AFTER_MICROS = 1_000_000;

    private final MemoryStore local;
    private final LocalShare share;
    private final TimeSource time;
    private final LastStates lastStates = new LastStates();
    private final RareLog outages;
    private final RareLog refusals;

    /** @param localShare the part of a limit that this process grants by itself, above 0 and at most 1 */
    public FallbackStore(Store shared, MemoryStore local, double localShare, TimeSource time, Scheduler scheduler) {
        super(shared);
        this.local = local;
        this.share = new LocalShare(localShare);
        this.time = time;
        this.outages = new RareLog(FallbackStore.class, scheduler);
        this.refusals = new RareLog(FallbackStore.class, scheduler);
    }

    @Override
    public CompletionStage<Answer> charge(List<Charge> charges) {
        return store().charge(charges)
                .whenComplete((answer, failure) -> {
                    if (failure == null) {
                        lastStates.note(charges, answer.decisions(), time.nowMicros());
                    }
                })
                .exceptionallyCompose(failure -> decideWithout(charges, failure));
    }

    private CompletionStage<Answer> decideWithout(List<Charge> charges, Throwable failure) {
        warn(failure);
        List<Charge> unknown = Failures.isFull(failure) ? unknown(charges) : List.of();
        if (unknown.isEmpty()) {
            return CompletableFuture.completedStage(decide(charges));
        }
        return store().peek(unknown).handle((decisions, lost) -> {
            if (lost == null) {
                lastStates.note(unknown, decisions, time.nowMicros());
            }
            return decide(charges);
        });
    }

    private void warn(Throwable failure) {
        if (Failures.isRefusal(failure)) {
            refusals.warn(() -> "the shared store answers, but cannot decide some calls, which are decided without it: "
                    + Failures.reason(failure));
        } else {
            outages.warn(
                    () -> "the shared store has failed, and calls are decided without it: " + Failures.reason(failure));
        }
    }

    /** Returns the charges on counters whose state is not known here. */
    private List<Charge> unknown(List<Charge> charges) {
        return charges.stream()
                .filter(FallbackStore::isLocal)
                .filter(charge -> !lastStates.has(charge.counter()) && isFresh(share.of(charge)))
                .toList();
    }

    private boolean isFresh(Charge own) {
        Decision here = local.peek(List.of(own)).toCompletableFuture().join().get(0);
        return here.resetAfterMicros() == 0;
    }

    private Answer decide(List<Charge> charges) {
        return charges.stream().anyMatch(FallbackStore::isRefused) ? refuse(charges) : chargeLocally(charges);
    }

    private static boolean isRefused(Charge charge) {
        return charge.onFailure() == OnFailure.CLOSED && !charge.effect().isShadow();
    }

    private static boolean isLocal(Charge charge) {
        return charge.onFailure() == OnFailure.LOCAL;
    }

    private Answer refuse(List<Charge> charges) {
        return new Answer(false, peekLocally(charges), Receipt.EMPTY);
    }

    private Answer chargeLocally(List<Charge> charges) {
        Answer answer = local.charge(own(charges)).toCompletableFuture().join();
        List<Taken> taken =
                answer.receipt().redeem().stream().map(Taken::asLocal).toList();
        return new Answer(answer.allowed(), answer.retry(), merged(charges, answer.decisions()), Receipt.of(taken));
    }

    private List<Decision> peekLocally(List<Charge> charges) {
        return merged(charges, local.peek(own(charges)).toCompletableFuture().join());
    }

    /**
     * Returns the local charges with this process's share, after making their counters as strict as the last known
     * states.
     */
    private List<Charge> own(List<Charge> charges) {
        List<Charge> own =
                charges.stream().filter(FallbackStore::isLocal).map(share::of).toList();
        for (Charge charge : own) {
            State last = lastStates.take(charge.counter());
            if (last != null) {
                local.restrict(charge, share.of(last));
            }
        }
        return own;
    }

    /** Returns the decisions on all charges; those on the local ones are given. */
    private List<Decision> merged(List<Charge> charges, List<Decision> ofLocal) {
        Iterator<Decision> next = ofLocal.iterator();
        List<Decision> decisions = new ArrayList<>(charges.size());
        for (Charge charge : charges) {
            if (isLocal(charge)) {
                decisions.add(next.next().asDegraded());
            } else if (isRefused(charge)) {
                decisions.add(Decision.refused(charge.limit(), time.nowMicros(), RETRY_AFTER_MICROS));
            } else {
                decisions.add(Decision.skipped(charge.limit(), time.nowMicros()).asDegraded());
            }
        }
        return decisions;
    }

    @Override
    public CompletionStage<List<Decision>> peek(List<Charge> charges) {
        return store().peek(charges).handle((decisions, failure) -> failure == null ? decisions : peekLocally(charges));
    }

    /** Permits that cannot be given back to the shared store come back to its counters with time. */
    @Override
    public CompletionStage<Void> giveBack(Receipt receipt) {
        Map<Boolean, List<Taken>> taken = receipt.redeem().stream().collect(Collectors.partitioningBy(Taken::local));
        List<Taken> here = taken.getOrDefault(true, List.of());
        List<Taken> there = taken.getOrDefault(false, List.of());
        CompletionStage<Void> done = local.giveBack(Receipt.of(here));
        return there.isEmpty()
                ? done
                : store().giveBack(Receipt.of(there)).exceptionally(failure -> {
                    warn(failure);
                    return null;
                });
    }

    /** Fails if the shared store fails, because the caller must know that nothing was forgotten. */
    @Override
    public CompletionStage<Void> forget(Charge charge) {
        return local.forget(share.of(charge))
                .thenCompose(done -> store().forget(charge))
                .whenComplete((done, failure) -> lastStates.take(charge.counter()));
    }

    @Override
    public void close() {
        super.close();
        local.close();
    }
}
