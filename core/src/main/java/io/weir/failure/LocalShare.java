package io.weir.failure;

import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.limit.spi.State;
import io.weir.store.Charge;

/** The part of a limit that this process grants by itself while the shared store fails. */
final class LocalShare {

    private final double share;

    LocalShare(double share) {
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException("local share must be above 0 and at most 1, but was " + share);
        }
        this.share = share;
    }

    /**
     * Returns the charge on this process's part of the limit. A charge larger than this part takes all of it, unless
     * the charge exceeds even the whole limit. A marker is not divided, because it counts attempts and not permits.
     */
    Charge of(Charge charge) {
        if (share == 1 || charge.isMarker()) {
            return charge;
        }
        Limit limit = of(charge.limit());
        boolean neverFits = charge.cost() > charge.limit().capacity();
        return charge.withLimit(limit, neverFits ? charge.cost() : Math.min(charge.cost(), limit.capacity()));
    }

    /** Returns this process's part of a state. */
    State of(State state) {
        return share == 1 ? state : state.part(share);
    }

    private Limit of(Limit limit) {
        Rate rate = Rate.of(permits(limit.rate().permits()), limit.rate().period());
        long capacity = permits(limit.capacity());
        return switch (limit.algorithm()) {
            case TOKEN_BUCKET -> Limit.tokenBucket(rate).withCapacity(capacity);
            case LEAKY_BUCKET -> Limit.leakyBucket(rate, capacity);
            case FIXED_WINDOW, SLIDING_WINDOW, SLIDING_WINDOW_COUNTER ->
                limit.algorithm().limit(rate);
        };
    }

    private long permits(long of) {
        return Math.max(1, (long) Math.floor(of * share));
    }
}
