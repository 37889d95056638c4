package io.weir.limit;

import io.weir.limit.spi.ClearAt;
import io.weir.limit.spi.State;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * The arithmetic that token bucket and leaky bucket share.
 *
 * <p>The whole state is one instant: the time at which nothing that was taken will be left. Taking a permit moves this
 * instant forward by the time that a permit takes to flow, starting from now if the instant has passed. The time from
 * now to the instant is the backlog. A charge is denied if it would make the backlog longer than the full capacity
 * takes to flow. Nothing needs refilling, so polling more often neither gains nor loses permits.
 *
 * <p>A permit takes period/permits microseconds, which is seldom a whole number. The fraction is reduced to token/gain,
 * and the instant and all durations are kept as mixed numbers, {@code micros + rest/gain}. At 7 per second a permit
 * takes 1000000/7 = 142857 1/7 µs, so seven permits take exactly one second.
 */
abstract sealed class Bucket implements Limit permits TokenBucket, LeakyBucket {

    private static final ClearAt CLEAR = new ClearAt(0, 0);

    private final Rate rate;
    private final long capacity;
    private final String counterName;

    // A permit takes token/gain µs.
    private final long token;
    private final long gain;

    // The whole capacity takes fullMicros + fullRest/gain µs.
    private final long fullMicros;
    private final long fullRest;

    private final Optional<Ticks> ticks;

    Bucket(Rate rate, long capacity) {
        Bounds.requirePermits("capacity", capacity);
        long divisor = Exact.greatestCommonDivisor(rate.permits(), rate.periodMicros());
        this.rate = rate;
        this.capacity = capacity;
        this.counterName = Shorthand.counterName(rate, capacity);
        this.gain = rate.permits() / divisor;
        this.token = rate.periodMicros() / divisor;
        if (Exact.compareProducts(capacity, token, Bounds.LONGEST_MICROS, gain) > 0) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "capacity %,d at %s takes longer than %,d days to fill; lower the capacity or raise the rate",
                    capacity,
                    rate,
                    Rate.LONGEST_PERIOD.toDays()));
        }
        this.fullMicros = microsOf(capacity);
        this.fullRest = restOf(capacity);
        this.ticks = Ticks.of(this, gain, token);
    }

    private long microsOf(long permits) {
        return Exact.productOver(permits, token, 0, gain);
    }

    private long restOf(long permits) {
        // Both products overflow, but their small difference is exact.
        return permits * token - microsOf(permits) * gain;
    }

    @Override
    public final Rate rate() {
        return rate;
    }

    @Override
    public final long capacity() {
        return capacity;
    }

    @Override
    public final String counterName() {
        return counterName;
    }

    @Override
    public final State fresh() {
        return CLEAR;
    }

    @Override
    public final Optional<Ticks> ticks() {
        return ticks;
    }

    /** Returns the time of the whole capacity as a mixed number, and its denominator. */
    @Override
    public final long[] numbers() {
        return new long[] {fullMicros, fullRest, gain};
    }

    /** Returns the time of the cost as a mixed number. */
    @Override
    public final long[] numbersOf(long cost) {
        return new long[] {microsOf(cost), restOf(cost)};
    }

    /** Returns whether a request may have to be delayed before it goes on. */
    abstract boolean delays();

    /** Cuts a backlog that this limit cannot have: at most the whole capacity, with a rest below the denominator. */
    @Override
    public final State mend(State stored, long nowMicros) {
        ClearAt clear = (ClearAt) stored;
        long beyond = clear.micros() - nowMicros - fullMicros;
        if (beyond > 0 || (beyond == 0 && clear.rest() > fullRest)) {
            return full(nowMicros);
        }
        return clear.rest() < gain ? clear : new ClearAt(clear.micros(), gain - 1);
    }

    @Override
    public final State stricter(State one, State other, long nowMicros) {
        return ((ClearAt) mend(one, nowMicros)).later((ClearAt) mend(other, nowMicros));
    }

    private ClearAt full(long nowMicros) {
        return new ClearAt(nowMicros + fullMicros, fullRest);
    }

    @Override
    public final long retryAfterMicros(State state, long nowMicros, long cost) {
        ClearAt next = after((ClearAt) state, nowMicros, cost);
        long micros = next.micros() - nowMicros - fullMicros;
        return Math.max(0, next.rest() > fullRest ? micros + 1 : micros);
    }

    @Override
    public final State take(State state, long nowMicros, long cost) {
        return after((ClearAt) state, nowMicros, cost);
    }

    private ClearAt after(ClearAt clear, long nowMicros, long cost) {
        boolean backlog = clear.micros() >= nowMicros;
        long micros = (backlog ? clear.micros() : nowMicros) + microsOf(cost);
        long rest = (backlog ? clear.rest() : 0) + restOf(cost);
        return rest < gain ? new ClearAt(micros, rest) : new ClearAt(micros + 1, rest - gain);
    }

    @Override
    public final State overdraw(State state, long nowMicros, long cost) {
        return full(nowMicros);
    }

    /** Returns how long a cost takes to flow. */
    final FlowTime timeOf(long cost) {
        return new FlowTime(microsOf(cost), restOf(cost));
    }

    /** Returns the state without the time of a cost, for {@link #giveBack}. */
    final State without(ClearAt clear, long nowMicros, FlowTime time) {
        if (clear.micros() < nowMicros) {
            return clear;
        }
        long micros = clear.micros() - time.micros();
        long rest = Math.min(clear.rest(), gain - 1) - time.rest();
        if (rest < 0) {
            micros -= 1;
            rest += gain;
        }
        return new ClearAt(micros, rest);
    }

    @Override
    public final long remaining(State state, long nowMicros) {
        ClearAt clear = (ClearAt) state;
        if (clear.micros() < nowMicros) {
            return capacity;
        }
        // Rounded up, because a partly used permit counts as used.
        long used = Exact.productOver(clear.micros() - nowMicros, gain, clear.rest() + token - 1, token);
        return capacity - used;
    }

    @Override
    public final long resetAfterMicros(State state, long nowMicros) {
        ClearAt clear = (ClearAt) state;
        long micros = clear.micros() - nowMicros;
        return Math.max(0, clear.rest() > 0 ? micros + 1 : micros);
    }

    /** The time that permits take to flow through the bucket: {@code micros + rest/gain} µs. */
    record FlowTime(long micros, long rest) {

        FlowTime shorter(FlowTime other) {
            boolean isShorter = micros < other.micros || (micros == other.micros && rest <= other.rest);
            return isShorter ? this : other;
        }
    }

    @Override
    public final boolean equals(Object other) {
        return other instanceof Bucket that
                && algorithm() == that.algorithm()
                && capacity == that.capacity
                && rate.equals(that.rate);
    }

    @Override
    public final int hashCode() {
        return Objects.hash(algorithm(), capacity, rate);
    }
}
