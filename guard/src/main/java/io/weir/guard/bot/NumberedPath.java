package io.weir.guard.bot;

import io.weir.store.spi.SipHash;

/** Hashes paths so that those which differ by their last number only have hashes that differ by the same. */
final class NumberedPath {

    private static final int MOST_CHARACTERS = 1_024;
    private static final int MOST_DIGITS = 15;

    private NumberedPath() {}

    /** Returns 42 more for {@code /products/42} than for {@code /products/0}. */
    static long hash(SipHash hash, String path) {
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
                ? hash.of(text)
                : hash.of(text.substring(0, start) + '#' + text.substring(end))
                        + Long.parseLong(text.substring(start, end));
    }

    private static boolean isDigit(char each) {
        return each >= '0' && each <= '9';
    }
}
