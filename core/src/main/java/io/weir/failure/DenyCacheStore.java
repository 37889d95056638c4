package io.weir.failure;

import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Effect;
import io.weir.store.Receipt;
import io.weir.store.Receipt.Taken;
import io.weir.store.Store;
import io.weir.store.spi.ForwardingStore;
import io.weir.time.Scheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * A store that repeats denials from memory while the shared store would certainly deny the same call, so that a flood
 * of hopeless calls does not reach it. Charges of other processes only make a denial last longer. Permits that come
 * back through this store end the denial at once; permits that come back elsewhere end it within
 * {@linkplain Denials a second}.
 *
 * <p>A call with {@link Effect#COUNTED} charges is never answered from memory, because these charges take permits even
 * when denied. A charge that is {@linkplain Effect#isOnce free for retries} never denies from memory, because a retry
 * is allowed even if nothing is left. In a call that is answered from memory only the denying charge is decided; the
 * other charges are {@linkplain Decision#skipped skipped}.
 */
final class DenyCacheStore extends ForwardingStore {

    private final Scheduler scheduler;
    private final Denials denials;
    private final LongAdder repeated = new LongAdder();

    /** Creates a store that remembers at most {@code most} denials. */
    public DenyCacheStore(Store shared, int mostDenials, Scheduler scheduler) {
        super(shared);
        this.scheduler = scheduler;
        this.denials = new Denials(mostDenials);
    }

    /** Returns how many calls were denied without asking the shared store. */
    public long repeated() {
        return repeated.sum();
    }

    @Override
    public CompletionStage<Answer> charge(List<Charge> charges) {
        long sentMicros = scheduler.elapsedMicros();
        Answer known = known(charges, sentMicros);
        if (known != null) {
            repeated.increment();
            return CompletableFuture.completedStage(known);
        }
        long[] endings = charges.stream().mapToLong(denials::endings).toArray();
        return store().charge(charges).whenComplete((answer, failure) -> {
            if (failure == null && !answer.allowed()) {
                remember(charges, answer.decisions(), endings, sentMicros);
            }
        });
    }

    private @Nullable Answer known(List<Charge> charges, long nowMicros) {
        for (Charge charge : charges) {
            if (charge.effect() == Effect.COUNTED) {
                return null;
            }
        }
        for (int i = 0; i < charges.size(); i++) {
            Charge charge = charges.get(i);
            Decision denied = charge.effect() == Effect.ENFORCED ? denials.find(charge, nowMicros) : null;
            if (denied != null) {
                return new Answer(false, allSkippedBut(i, denied, charges), Receipt.EMPTY);
            }
        }
        return null;
    }

    private static List<Decision> allSkippedBut(int decided, Decision decision, List<Charge> charges) {
        List<Decision> decisions = new ArrayList<>(charges.size());
        for (int i = 0; i < charges.size(); i++) {
            Limit limit = charges.get(i).limit();
            decisions.add(i == decided ? decision : Decision.skipped(limit, decision.atMicros()));
        }
        return decisions;
    }

    private void remember(List<Charge> charges, List<Decision> decisions, long[] endings, long sentMicros) {
        for (int i = 0; i < charges.size(); i++) {
            Charge charge = charges.get(i);
            if (charge.effect() == Effect.ENFORCED && !decisions.get(i).allowed() && isAlone(charge, charges)) {
                denials.add(charge, decisions.get(i), endings[i], sentMicros, scheduler.elapsedMicros());
            }
        }
    }

    /** With several charges on the counter, the denial may depend on what the other charges would have taken. */
    private static boolean isAlone(Charge charge, List<Charge> charges) {
        return charges.stream()
                        .filter(other -> other.counter().equals(charge.counter()))
                        .count()
                == 1;
    }

    @Override
    public CompletionStage<Void> giveBack(Receipt receipt) {
        List<Taken> taken = receipt.redeem();
        taken.forEach(each -> denials.end(each.charge()));
        return store().giveBack(Receipt.of(taken))
                .whenComplete((done, failure) -> taken.forEach(each -> denials.end(each.charge())));
    }

    @Override
    public CompletionStage<Void> forget(Charge charge) {
        denials.end(charge);
        return store().forget(charge).whenComplete((done, failure) -> denials.end(charge));
    }
}
