package io.weir.policyfile.internal.yaml;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Messages about known and unknown words. */
public final class Words {

    private static final int MOST_SHOWN = 60;

    private Words() {}

    /** Returns the word in quotes, shortened if it is long. */
    public static String quoted(String word) {
        int length = word.codePointCount(0, word.length());
        return '"'
                + (length > MOST_SHOWN ? word.substring(0, word.offsetByCodePoints(0, MOST_SHOWN)) + "…" : word)
                + '"';
    }

    /** Returns text such as {@code unknown mode "of"; did you mean "off"?}. */
    public static String unknown(String what, String word, Collection<String> known) {
        return "unknown " + what + " " + quoted(word) + "; " + hint(word, known);
    }

    /** Returns text such as {@code did you mean "off"?}, or the list of all known words if none is similar. */
    public static String hint(String word, Collection<String> known) {
        return nearest(word, known)
                .map(near -> "did you mean " + quoted(near) + "?")
                .orElseGet(() -> known.isEmpty() ? "none is defined" : "write " + list(known));
    }

    /** Returns text such as {@code a, b or c}. */
    public static String list(Collection<String> words) {
        List<String> all = new ArrayList<>(words);
        String last = all.remove(all.size() - 1);
        return all.isEmpty() ? last : String.join(", ", all) + " or " + last;
    }

    /** Returns the most similar known word; up to a third of its letters may be wrong. */
    public static Optional<String> nearest(String word, Collection<String> known) {
        String lower = word.toLowerCase(Locale.ROOT).replace('_', '-');
        if (lower.length() > MOST_SHOWN) {
            return Optional.empty();
        }
        return known.stream()
                .filter(other -> distance(lower, other.toLowerCase(Locale.ROOT)) <= Math.max(1, other.length() / 3))
                .min(Comparator.comparingInt(other -> distance(lower, other.toLowerCase(Locale.ROOT))));
    }

    /** Returns how many letters have to be inserted, removed, changed or swapped with the next one. */
    static int distance(String one, String other) {
        int[][] cost = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                int change = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
                cost[i][j] = Math.min(Math.min(cost[i - 1][j], cost[i][j - 1]) + 1, cost[i - 1][j - 1] + change);
                if (i > 1
                        && j > 1
                        && one.charAt(i - 1) == other.charAt(j - 2)
                        && one.charAt(i - 2) == other.charAt(j - 1)) {
                    cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
                }
            }
        }
        return cost[one.length()][other.length()];
    }
}
