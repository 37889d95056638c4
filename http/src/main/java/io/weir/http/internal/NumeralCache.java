package io.weir.http.internal;

import org.jspecify.annotations.Nullable;

/**
 * Formats numbers for headers and caches recent results, since the same numbers are written again and again: limits, small
 * remainders, reset times. The cache is a direct-mapped array with one slot for each number.
 */
public final class NumeralCache {

    /** A power of two. */
    private static final int SLOTS = 1_024;

    private record Numeral(long number, String text) {}

    /** Written without locks: entries are immutable, so a thread sees either the old or the new one. */
    private static final @Nullable Numeral[] RECENT = new Numeral[SLOTS];

    private NumeralCache() {}

    public static String of(long number) {
        int slot = (int) number & (SLOTS - 1);
        Numeral known = RECENT[slot];
        if (known == null || known.number() != number) {
            known = new Numeral(number, Long.toString(number));
            RECENT[slot] = known;
        }
        return known.text();
    }
}
