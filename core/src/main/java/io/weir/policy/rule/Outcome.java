package io.weir.policy.rule;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The statuses of responses for which a request is charged. Each request is charged on arrival, and the charge is given
 * back if its response does not count.
 *
 * @param countedOn the statuses that count; empty for all
 * @param freeOn the statuses that do not count, even if they are in {@code countedOn}
 */
public record Outcome(Set<Integer> countedOn, Set<Integer> freeOn) {

    /** Every request counts, whatever its response. */
    public static final Outcome ANY = new Outcome(Set.of(), Set.of());

    private static final Pattern STATUS = Pattern.compile("[1-5]([0-9]{2}|xx)");

    public Outcome {
        countedOn = Set.copyOf(countedOn);
        freeOn = Set.copyOf(freeOn);
    }

    /** Reads {@code 401}, or {@code 5xx} for all statuses that begin with 5. */
    public static Set<Integer> statuses(String text) {
        if (!STATUS.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is no status of a response; write one such as 401, or 5xx for 500 to 599");
        }
        if (!text.endsWith("xx")) {
            return Set.of(Integer.valueOf(text));
        }
        Set<Integer> all = new HashSet<>();
        int first = 100 * (text.charAt(0) - '0');
        for (int status = first; status < first + 100; status++) {
            all.add(status);
        }
        return all;
    }

    /** Returns whether a request counts whatever its response is. */
    public boolean countsAll() {
        return countedOn.isEmpty() && freeOn.isEmpty();
    }

    /** Returns whether a request with this response status stays charged. */
    public boolean keeps(int status) {
        return (countedOn.isEmpty() || countedOn.contains(status)) && (freeOn.isEmpty() || !freeOn.contains(status));
    }
}
