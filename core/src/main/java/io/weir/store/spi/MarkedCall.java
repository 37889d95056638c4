package io.weir.store.spi;

import io.weir.limit.Decision;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Effect;
import io.weir.store.Receipt;
import io.weir.store.spi.SplitCall.Joined;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A call with a {@linkplain Effect#MARKER marker} whose charges are kept in several places. For stores made of other
 * stores.
 *
 * <p>The place of the marker is asked after all other places have allowed the call, so a denied call never makes a
 * later call look like its retry. The marker is decided together with the charges in its place. A charge elsewhere that
 * is free for retries is taken before it is known whether the call is a retry, and given back if it is; until then
 * another call may be denied because of it. If the marker shows a retry from the beginning, such a charge is taken only
 * if the marker was used up meanwhile.
 *
 * <p>After a denial no further place is asked, not even for counted charges.
 */
public final class MarkedCall {

    /** Decides the parts of a call, and gives back the charges of a call that was denied elsewhere. */
    public interface Places {

        CompletionStage<Answer> charge(List<Charge> charges);

        CompletionStage<List<Decision>> peek(List<Charge> charges);

        CompletionStage<Void> giveBack(Receipt receipt);
    }

    private enum Part {
        /** Kept elsewhere, and charged for retries too. */
        ALWAYS,
        /** Kept elsewhere, and free for retries. */
        ONCE,
        /** Kept in the place of the marker. */
        MARKED
    }

    private final Places places;
    private final Predicate<Charge> besideMarker;
    private final List<Charge> charges;
    private final Map<Part, List<Charge>> parts;
    private final Map<Part, Answer> answers = new EnumMap<>(Part.class);

    /**
     * @param charges the charges of the call, the marker last
     * @param besideMarker tells whether a charge is kept in the place of the marker
     */
    public MarkedCall(Places places, List<Charge> charges, Predicate<Charge> besideMarker) {
        this.places = places;
        this.besideMarker = besideMarker;
        this.charges = charges;
        this.parts = new SplitCall<>(charges, this::partOf).parts();
    }

    private Part partOf(Charge charge) {
        if (besideMarker.test(charge)) {
            return Part.MARKED;
        }
        return charge.effect().isOnce() || charge.effect() == Effect.FREE ? Part.ONCE : Part.ALWAYS;
    }

    /** Decides the call. To be called once. */
    public CompletionStage<Answer> charge() {
        if (!parts.containsKey(Part.ONCE)) {
            return chargeInOrder(Part.ALWAYS, Part.MARKED);
        }
        Charge marker = charges.get(charges.size() - 1);
        return places.peek(List.of(marker.ofRetry()))
                .thenCompose(onePermit -> Call.showsRetry(marker, onePermit.get(0))
                        ? chargeInOrder(Part.ALWAYS, Part.MARKED, Part.ONCE)
                        : chargeInOrder(Part.ALWAYS, Part.ONCE, Part.MARKED));
    }

    private CompletionStage<Answer> chargeInOrder(Part... order) {
        return chargeNext(List.of(order).iterator());
    }

    private CompletionStage<Answer> chargeNext(Iterator<Part> order) {
        if (!order.hasNext()) {
            return CompletableFuture.completedStage(join());
        }
        Part part = order.next();
        List<Charge> some = parts.get(part);
        if (some == null || (part == Part.ONCE && isRetry())) {
            return chargeNext(order);
        }
        return places.charge(some)
                .whenComplete((answer, failure) -> keep(part, answer))
                .thenCompose(answer -> answer.allowed() ? chargeNext(order) : CompletableFuture.completedStage(join()));
    }

    private void keep(Part part, @Nullable Answer answer) {
        if (answer != null) {
            answers.put(part, answer);
        } else {
            SplitCall.takenInVain(answers).values().forEach(places::giveBack);
        }
    }

    private boolean isRetry() {
        Answer marked = answers.get(Part.MARKED);
        return marked != null && marked.retry();
    }

    private Answer join() {
        if (!isRetry()) {
            return join(charges);
        }
        Answer paid = answers.remove(Part.ONCE);
        if (paid != null) {
            places.giveBack(paid.receipt());
        }
        return join(Call.ofRetry(charges)).asRetry();
    }

    private Answer join(List<Charge> charged) {
        Joined<Part> joined = new SplitCall<>(charged, this::partOf).join(answers);
        joined.toGiveBack().values().forEach(places::giveBack);
        return joined.answer();
    }
}
