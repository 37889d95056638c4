package io.weir.store;

/** The effect of a charge on its counter and on the answer. */
public enum Effect {
    /** Taken only if all enforced and counted charges of the call fit; otherwise denies the call. */
    ENFORCED,

    /** Decided alone after the call was allowed, so that its counter moves as if enforced. Never changes the answer. */
    SHADOW,

    /**
     * Always taken, and denies the call if it does not fit. In that case a fixed window counts beyond its limit, and
     * the other algorithms take everything that is left. A receipt does not give back the part that did not fit.
     */
    COUNTED,

    /** As {@link #ENFORCED}, but {@link #FREE} if the call is a retry. */
    ENFORCED_ONCE,

    /** As {@link #SHADOW}, but {@link #FREE} if the call is a retry. */
    SHADOW_ONCE,

    /** Takes nothing and always fits; its decision reports what remains. */
    FREE,

    /**
     * Recognizes retries of its call. The marker must be the last charge of the call. The call is a retry if the
     * marker's sliding window holds the cost of the marker and has a permit left. An allowed retry takes one permit of
     * the window; any other allowed call takes the cost. A marker never denies: a cost that does not fit is not taken.
     * Calls with the same marker must also have the same first charge that is taken once, because a store may keep the
     * marker beside that charge.
     *
     * <p>With a cost of more than half of the window, every retry follows a charged call, because the permits that
     * retries can take are fewer than the cost. For example, a cost of 4 in a window of 7 permits in ten minutes allows
     * three free retries within ten minutes of a charged call.
     */
    MARKER;

    /** Returns whether the charge denies the call if it does not fit, and takes nothing from a denied call. */
    public boolean isEnforced() {
        return this == ENFORCED || this == ENFORCED_ONCE;
    }

    /** Returns whether the charge only observes what an enforced charge would do. */
    public boolean isShadow() {
        return this == SHADOW || this == SHADOW_ONCE;
    }

    /** Returns whether the charge is free if the call is a retry. */
    public boolean isOnce() {
        return this == ENFORCED_ONCE || this == SHADOW_ONCE;
    }

    /** Returns the same effect, but free if the call is a retry. */
    public Effect once() {
        return switch (this) {
            case ENFORCED, ENFORCED_ONCE -> ENFORCED_ONCE;
            case SHADOW, SHADOW_ONCE -> SHADOW_ONCE;
            case COUNTED, FREE, MARKER ->
                throw new IllegalArgumentException(
                        "a retry pays or not only for charges that" + " are ENFORCED or SHADOW, not " + this);
        };
    }

    /** Returns whether the charge is decided after the call was allowed. */
    public boolean comesLast() {
        return isShadow() || this == MARKER;
    }
}
