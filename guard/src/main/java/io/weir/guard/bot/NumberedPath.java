package io.weir.guard.bot;

import io.weir.store.spi.SipHash;

/**
 * A path of which only the hash is kept, so that paths which differ by their last number only have hashes that differ by the
 * same.
 */
record NumberedPath(long hash, boolean hasNumber) {

    private static final int MOST_CHARACTERS = 1_024;
    private static final int MOST_DIGITS = 15;

    /** Returns a hash that is 42 more for {@code /products/42} than for {@code /products/0}. */
    static NumberedPath of(SipHash hash, String path) {
        String text = path.length() > MOST_CHARACTERS ? path.substring(0, MOST_CHARACTERS) : path;
        int end = text.length();
        while (end > 0 && !isDigit(text.charAt(end - 1))) {
            end--;
        }
        int start = end;
        while (start > 0 && end - start < MOST_DIGITS && isDigit(text.charAt(start - 1))) {
            start--;
        }
        return end == 0
                ? new NumberedPath(hash.of(text), false)
                : new NumberedPath(
                        hash.of(text.substring(0, start) + '#' + text.substring(end))
                                + Long.parseLong(text.substring(start, end)),
                        true);
    }

    private static boolean isDigit(char each) {
        return each >= '0' && each <= '9';
    }
}
