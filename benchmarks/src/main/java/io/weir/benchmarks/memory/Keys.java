package io.weir.benchmarks.memory;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Keys of 13 characters. */
final class Keys {

    private Keys() {}

    static String number(int number) {
        return "user-" + (10_000_000 + number);
    }

    /** Random keys with a Zipf distribution: the k-th key has a frequency proportional to 1/k. */
    static String[] zipf(int different, int drawn) {
        double[] upTo = new double[different];
        double sum = 0;
        for (int i = 0; i < different; i++) {
            sum += 1.0 / (i + 1);
            upTo[i] = sum;
        }
        String[] keys = new String[different];
        Arrays.setAll(keys, Keys::number);
        SplittableRandom random = new SplittableRandom(1);
        String[] sequence = new String[drawn];
        for (int i = 0; i < drawn; i++) {
            int found = Arrays.binarySearch(upTo, random.nextDouble() * sum);
            sequence[i] = keys[Math.min(different - 1, found < 0 ? -found - 1 : found)];
        }
        return sequence;
    }
}
