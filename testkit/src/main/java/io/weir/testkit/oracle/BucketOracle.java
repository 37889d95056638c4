package io.weir.testkit.oracle;

import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import java.math.BigInteger;
import java.util.function.LongPredicate;

/**
 * A token bucket or a leaky bucket, whose state is the instant at which nothing taken is left.
 *
 * <p>Seven permits per second take 1,000,000/7 µs each, so instants are counted in sevenths of a microsecond. They are
 * kept as whole microseconds and a rest in such parts, because a limit with other numbers reads the same two integers.
 */
final class BucketOracle extends Oracle {

    /**
     * The times of a permit and of the capacity, in the largest unit in which the time of a permit is a whole number.
     */
    private record Pace(BigInteger partsPerMicro, BigInteger permit, BigInteger full, long fullMicros) {

        static Pace of(Limit limit) {
            BigInteger permits = BigInteger.valueOf(limit.rate().permits());
            BigInteger period = BigInteger.valueOf(periodMicros(limit));
            BigInteger common = permits.gcd(period);
            BigInteger permit = period.divide(common);
            BigInteger partsPerMicro = permits.divide(common);
            BigInteger full = permit.multiply(BigInteger.valueOf(limit.capacity()));
            return new Pace(
                    partsPerMicro, permit, full, full.divide(partsPerMicro).longValueExact());
        }

        BigInteger parts(long micros) {
            return partsPerMicro.multiply(BigInteger.valueOf(micros));
        }

        BigInteger cost(long permits) {
            return permit.multiply(BigInteger.valueOf(permits));
        }

        long fullRest() {
            return full.subtract(parts(fullMicros)).longValueExact();
        }

        long largestRest() {
            return partsPerMicro.longValueExact() - 1;
        }
    }

    private Pace pace;
    private long wholeMicros;
    private long rest;

    /** Returns the instant in units of the current limit. */
    private BigInteger clear = BigInteger.ZERO;

    BucketOracle(Limit limit) {
        super(limit);
        pace = Pace.of(limit);
    }

    @Override
    Oracle twin() {
        return new BucketOracle(this);
    }

    private BucketOracle(BucketOracle other) {
        super(other.limit());
        pace = other.pace;
        wholeMicros = other.wholeMicros;
        rest = other.rest;
        clear = other.clear;
    }

    @Override
    void reread() {
        pace = Pace.of(limit());
        place(wholeMicros, rest);
    }

    @Override
    public void mend(long nowMicros) {
        long ahead = wholeMicros - nowMicros;
        if (ahead > pace.fullMicros() || (ahead == pace.fullMicros() && rest > pace.fullRest())) {
            place(nowMicros + pace.fullMicros(), pace.fullRest());
        } else if (rest > pace.largestRest()) {
            place(wholeMicros, pace.largestRest());
        }
    }

    /** The part of earlier charges that is left, plus the cost, must not exceed the full bucket. */
    @Override
    LongPredicate fitting(long cost) {
        BigInteger first = clear.add(pace.cost(cost)).subtract(pace.full());
        return atMicros -> pace.parts(atMicros).compareTo(first) >= 0;
    }

    /** A permit that has flowed back partly still counts as taken. */
    @Override
    public long remaining(long atMicros) {
        return capacity() - ceilingOf(backlog(atMicros), pace.permit());
    }

    @Override
    OracleTake add(long nowMicros, long cost) {
        place(clear.max(pace.parts(nowMicros)).add(pace.cost(cost)));
        return new OracleTake(limit(), cost, wholeMicros, rest);
    }

    @Override
    void exceed(long nowMicros, long cost) {
        place(pace.parts(nowMicros).add(pace.full()));
    }

    @Override
    void takeBack(OracleTake taken, long nowMicros) {
        BigInteger returned = returnable(taken, nowMicros);
        if (returned.signum() > 0 && !isClear(nowMicros)) {
            place(clear.subtract(returned));
        }
    }

    /** A leaky bucket takes back only the last turn; a token bucket takes back what has not been refilled yet. */
    private BigInteger returnable(OracleTake taken, long nowMicros) {
        BigInteger cost = pace.cost(taken.cost());
        if (limit().algorithm() == Algorithm.LEAKY_BUCKET) {
            boolean isLast = wholeMicros == taken.mark() && rest == taken.rest();
            return isLast ? cost : BigInteger.ZERO;
        }
        BigInteger refilled = pace.parts(taken.mark()).add(BigInteger.valueOf(taken.rest()));
        return cost.min(refilled.subtract(pace.parts(nowMicros)).max(BigInteger.ZERO));
    }

    private boolean isClear(long nowMicros) {
        return wholeMicros < nowMicros || (wholeMicros == nowMicros && rest == 0);
    }

    @Override
    boolean isAsFresh(Limit reader, long nowMicros) {
        return isClear(nowMicros);
    }

    @Override
    public long delayMicros(long nowMicros) {
        return limit().algorithm() == Algorithm.LEAKY_BUCKET ? ceilingOf(backlog(nowMicros), pace.partsPerMicro()) : 0;
    }

    @Override
    long longestWaitMicros() {
        return pace.fullMicros() + 1;
    }

    private BigInteger backlog(long atMicros) {
        return clear.subtract(pace.parts(atMicros)).max(BigInteger.ZERO);
    }

    private void place(BigInteger instant) {
        BigInteger[] mixed = instant.divideAndRemainder(pace.partsPerMicro());
        place(mixed[0].longValueExact(), mixed[1].longValueExact());
    }

    private void place(long micros, long parts) {
        wholeMicros = micros;
        rest = parts;
        clear = pace.parts(micros).add(BigInteger.valueOf(Math.min(parts, pace.largestRest())));
    }

    private static long ceilingOf(BigInteger dividend, BigInteger divisor) {
        BigInteger[] quotient = dividend.divideAndRemainder(divisor);
        return quotient[0].longValueExact() + quotient[1].signum();
    }
}
