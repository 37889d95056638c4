package io.weir.http;

import org.jspecify.annotations.Nullable;

/**
 * Numbers as text for headers, which are the same again and again: limits, small remainders, the second in which all limits of
 * a kind are full. Those written lately are remembered, each in the one place it can have.
 */
final class Numerals {

    /** A power of two. */
    private static final int PLACES = 1_024;

    private record Numeral(long number, String text) {}

    /** Threads race for the places; whichever numeral they find there is a whole one, as its fields are final. */
    private static final @Nullable Numeral[] LATELY = new Numeral[PLACES];

    private Numerals() {}

    static String of(long number) {
        int place = (int) number & (PLACES - 1);
        Numeral known = LATELY[place];
        if (known == null || known.number() != number) {
            known = new Numeral(number, Long.toString(number));
            LATELY[place] = known;
        }
        return known.text();
    }
}
