package io.weir.limit;

import java.math.BigInteger;

/** Whole-number arithmetic whose intermediate results may need more than 63 bits. */
final class Exact {

    private Exact() {}

    /** Returns {@code floor((a × b + c) / divisor)} for non-negative numbers and a result below 2^63. */
    static long productOver(long a, long b, long c, long divisor) {
        long product = a * b;
        if (Math.multiplyHigh(a, b) == 0 && product >= 0 && product + c >= 0) {
            return (product + c) / divisor;
        }
        return BigInteger.valueOf(a)
                .multiply(BigInteger.valueOf(b))
                .add(BigInteger.valueOf(c))
                .divide(BigInteger.valueOf(divisor))
                .longValueExact();
    }

    /** Compares {@code a × b} to {@code c × d}. */
    static int compareProducts(long a, long b, long c, long d) {
        return BigInteger.valueOf(a)
                .multiply(BigInteger.valueOf(b))
                .compareTo(BigInteger.valueOf(c).multiply(BigInteger.valueOf(d)));
    }

    static long greatestCommonDivisor(long a, long b) {
        return b == 0 ? a : greatestCommonDivisor(b, a % b);
    }
}
