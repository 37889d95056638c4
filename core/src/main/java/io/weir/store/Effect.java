package io.weir.store;

/** What a charge does to its counter and to the answer. */
public enum Effect {
    /** Taken only if all enforced and counted charges of the call fit; denies the call otherwise. */
    ENFORCED,

    /** Decided alone after the call was allowed, so that its counter moves as if enforced; never changes the answer. */
    SHADOW,

    /**
     * Always taken, and denies the call when it does not fit: then a fixed window counts on beyond its limit, and others give all that
     * is left. What did not fit is not given back by a receipt.
     */
    COUNTED,

    /** As {@link #ENFORCED}, but {@link #FREE} if the call is a retry. */
    ENFORCED_ONCE,

    /** As {@link #SHADOW}, but {@link #FREE} if the call is a retry. */
    SHADOW_ONCE,

    /** Takes nothing and always fits; its decision says what remains. */
    FREE,

    /**
     * Recognizes retries of its call, of which it must be the last charge. The call is a retry while the marker's sliding window holds
     * the charge's cost and has a permit left; an allowed retry takes one permit of it, any other allowed call the cost. A marker never
     * denies: what does not fit is not taken. Calls with the same marker must also have the same first charge that is taken once, beside
     * which a store may keep the marker.
     *
     * <p>A cost of more than half of the window makes sure that every retry follows a paid call: the permits that retries can
     * take are fewer than the cost. So 4 of 7 permits in ten minutes are three free retries within ten minutes of a paid call.
     */
    MARKER;

    /** Whether the charge denies the call when it does not fit, and takes nothing from a denied call. */
    public boolean isEnforced() {
        return this == ENFORCED || this == ENFORCED_ONCE;
    }

    /** Whether the charge only watches what an enforced one would do. */
    public boolean isShadow() {
        return this == SHADOW || this == SHADOW_ONCE;
    }

    /** Whether the charge is free if the call is a retry. */
    public boolean isOnce() {
        return this == ENFORCED_ONCE || this == SHADOW_ONCE;
    }

    /** The same effect, but free if the call is a retry. */
    public Effect once() {
        return switch (this) {
            case ENFORCED, ENFORCED_ONCE -> ENFORCED_ONCE;
            case SHADOW, SHADOW_ONCE -> SHADOW_ONCE;
            case COUNTED, FREE, MARKER ->
                throw new IllegalArgumentException(
                        "a retry pays or not only for charges that" + " are ENFORCED or SHADOW, not " + this);
        };
    }

    /** Whether the charge is decided after the call was allowed. */
    public boolean comesLast() {
        return isShadow() || this == MARKER;
    }
}
