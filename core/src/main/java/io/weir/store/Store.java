package io.weir.store;

import io.weir.limit.Decision;
import io.weir.limit.Limit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** Holds the counters. Every call is atomic: concurrent callers together never get more than a limit allows. */
public interface Store extends AutoCloseable {

    /**
     * Decides all charges at one instant and takes them together.
     *
     * <p>The call is allowed when every {@link Effect#ENFORCED} and every {@link Effect#COUNTED} charge fits; then all are
     * taken. Otherwise the enforced ones take nothing, and their decisions say what remains untouched. Charges on one
     * counter are decided one after the other.
     *
     * <p>If the last charge is a {@link Effect#MARKER} that shows a retry, charges that are {@linkplain Effect#isOnce taken once}
     * are free.
     */
    CompletionStage<Answer> charge(List<Charge> charges);

    /** Decides each charge by itself and takes nothing; the decisions say what remains before the charge. */
    CompletionStage<List<Decision>> peek(List<Charge> charges);

    /**
     * Returns what a call took, once. Nothing is returned that time has returned already, and no counter is lifted above
     * its capacity.
     */
    CompletionStage<Void> giveBack(Receipt receipt);

    /** Makes the charge's counter fresh. */
    CompletionStage<Void> forget(Charge charge);

    /** Fails unless the store can decide and count right now. */
    default CompletionStage<Void> probe() {
        return CompletableFuture.completedStage(null);
    }

    /**
     * Reads what has arrived from a shared store, then says whether that is at work: since this was last asked it has answered, and
     * no server owes the same answer still. A store that cannot tell says no. For the one that watches its deadlines.
     */
    default CompletionStage<Boolean> isAnswering() {
        return CompletableFuture.completedStage(false);
    }

    /** Whether a call may be denied for what another takes only for a moment: then a denial says nothing about the next call. */
    default boolean mayDenyWrongly() {
        return false;
    }

    /** Throws on a thread that brings the answers, where waiting for one would be waiting for oneself. */
    default void refuseToWaitHere() {}

    /** Charges one limit and waits for the answer; a store that need not wait answers directly. */
    default Decision chargeNow(Charge charge) {
        return chargeNow(List.of(charge)).decisions().get(0);
    }

    /** Does what {@link #charge} does, and waits for the answer. */
    default Answer chargeNow(List<Charge> charges) {
        refuseToWaitHere();
        try {
            return charge(charges).toCompletableFuture().join();
        } catch (CompletionException failure) {
            throw failure.getCause() instanceof RuntimeException cause ? cause : failure;
        }
    }

    /** Charges one limit, enforced, and waits for the answer. */
    default Decision chargeNow(String key, Limit limit, long cost) {
        return chargeNow(key, limit.counterName(), limit, cost);
    }

    /** Charges the counter of that key and {@linkplain Charge.Counter#rule rule}, enforced, and waits for the answer. */
    default Decision chargeNow(String key, String rule, Limit limit, long cost) {
        return chargeNow(Charge.ofRule(key, rule, limit, cost));
    }

    @Override
    void close();
}
