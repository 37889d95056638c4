package io.weir.store.spi;

import java.security.SecureRandom;

/**
 * SipHash-2-4 over the characters of a string: a hash whose collisions cannot be produced without its key (Aumasson and
 * Bernstein, "SipHash: a fast short-input PRF", 2012).
 */
public final class SipHash {

    private final long key0;
    private final long key1;

    public SipHash(long key0, long key1) {
        this.key0 = key0;
        this.key1 = key1;
    }

    public static SipHash withRandomKey() {
        SecureRandom random = new SecureRandom();
        return new SipHash(random.nextLong(), random.nextLong());
    }

    /** Returns the hash of the string's UTF-16 code units in little-endian order. */
    public long of(String text) {
        Rounds rounds = new Rounds(key0, key1);
        int length = text.length();
        long word = 0;
        for (int i = 0; i < length; i++) {
            word |= (long) text.charAt(i) << (16 * (i & 3));
            if ((i & 3) == 3) {
                rounds.add(word);
                word = 0;
            }
        }
        rounds.add(word | (2L * length) << 56);
        return rounds.finish();
    }

    private static final class Rounds {
        private long v0;
        private long v1;
        private long v2;
        private long v3;

        Rounds(long key0, long key1) {
            v0 = key0 ^ 0x736f6d6570736575L;
            v1 = key1 ^ 0x646f72616e646f6dL;
            v2 = key0 ^ 0x6c7967656e657261L;
            v3 = key1 ^ 0x7465646279746573L;
        }

        void add(long word) {
            v3 ^= word;
            round();
            round();
            v0 ^= word;
        }

        long finish() {
            v2 ^= 0xff;
            round();
            round();
            round();
            round();
            return v0 ^ v1 ^ v2 ^ v3;
        }

        private void round() {
            v0 += v1;
            v2 += v3;
            v1 = Long.rotateLeft(v1, 13) ^ v0;
            v3 = Long.rotateLeft(v3, 16) ^ v2;
            v0 = Long.rotateLeft(v0, 32);
            v2 += v1;
            v0 += v3;
            v1 = Long.rotateLeft(v1, 17) ^ v2;
            v3 = Long.rotateLeft(v3, 21) ^ v0;
            v2 = Long.rotateLeft(v2, 32);
        }
    }
}
