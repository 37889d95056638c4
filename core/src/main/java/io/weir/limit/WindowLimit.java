package io.weir.limit;

/** A limit whose capacity is the number of permits that its rate grants in one window. */
abstract sealed class WindowLimit implements Limit permits FixedWindow, SlidingWindow, SlidingWindowCounter {

    private final Rate rate;
    private final String counterName;

    WindowLimit(Rate rate) {
        this.rate = rate;
        this.counterName = Shorthand.counterName(rate, rate.permits());
    }

    @Override
    public final Rate rate() {
        return rate;
    }

    @Override
    public final long capacity() {
        return rate.permits();
    }

    @Override
    public final String counterName() {
        return counterName;
    }

    @Override
    public final boolean equals(Object other) {
        return other instanceof WindowLimit that && algorithm() == that.algorithm() && rate.equals(that.rate);
    }

    @Override
    public final int hashCode() {
        return rate.hashCode();
    }
}
