package io.weir.store;

import io.weir.limit.Decision;
import io.weir.limit.Limit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * Keeps the counters and decides charges on them. Every call is atomic: concurrent callers together never get more than
 * a limit allows. Implementations are thread-safe.
 *
 * <p>A stage fails if the store cannot decide the call at present.
 */
public interface Store extends AutoCloseable {

    /**
     * Decides all charges at one instant and takes them together.
     *
     * <p>The call is allowed if every {@link Effect#ENFORCED} and every {@link Effect#COUNTED} charge fits; then all
     * are taken. Otherwise the enforced charges take nothing, and their decisions report what remains. Charges on the
     * same counter are decided one after the other.
     *
     * <p>If the last charge is a {@link Effect#MARKER} that shows a retry, charges that are
     * {@linkplain Effect#isOnce taken once} are free.
     */
    CompletionStage<Answer> charge(List<Charge> charges);

    /** Decides each charge independently and takes nothing; the decisions report what remains before the charge. */
    CompletionStage<List<Decision>> peek(List<Charge> charges);

    /**
     * Gives back what a call took, once. Permits that have come back with time are not given back again, and no counter
     * rises above its capacity.
     */
    CompletionStage<Void> giveBack(Receipt receipt);

    /** Makes the charge's counter fresh. */
    CompletionStage<Void> forget(Charge charge);

    /** Completes if the store can decide and count right now, and fails otherwise. */
    default CompletionStage<Void> probe() {
        return CompletableFuture.completedStage(null);
    }

    /**
     * Reads what has arrived from a shared store, then returns whether the store is answering: it has answered since
     * this method was last called, and no server still owes the same answer. A store that cannot know returns false.
     * Used to watch deadlines.
     */
    default CompletionStage<Boolean> isAnswering() {
        return CompletableFuture.completedStage(false);
    }

    /**
     * Returns whether a call may be denied because of permits that another call takes only for a moment. Such a denial
     * says nothing about the next call.
     */
    default boolean mayDenyWrongly() {
        return false;
    }

    /**
     * Throws {@link IllegalStateException} on a thread that delivers the store's answers, which must not wait for one.
     */
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

    /**
     * Charges the counter of this key and {@linkplain Charge.Counter#rule rule}, enforced, and waits for the answer.
     */
    default Decision chargeNow(String key, String rule, Limit limit, long cost) {
        return chargeNow(Charge.ofRule(key, rule, limit, cost));
    }

    @Override
    void close();
}
