package io.weir.store;

import io.weir.limit.State;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** What a call took, to be {@linkplain Store#giveBack given back} at most once. */
public final class Receipt {

    /**
     * A charge that was taken in full.
     *
     * @param after the counter's state right after it
     */
    public record Taken(Charge charge, State after) {}

    /** The receipt of a call that took nothing. */
    public static final Receipt EMPTY = new Receipt(List.of());

    private final List<Taken> taken;
    private final AtomicBoolean redeemed = new AtomicBoolean();

    public Receipt(List<Taken> taken) {
        this.taken = List.copyOf(taken);
    }

    /** For stores: what is to be given back, the last taken first; nothing when called again. */
    public List<Taken> redeem() {
        if (!redeemed.compareAndSet(false, true)) {
            return List.of();
        }
        List<Taken> lastFirst = new ArrayList<>(taken);
        Collections.reverse(lastFirst);
        return lastFirst;
    }
}
