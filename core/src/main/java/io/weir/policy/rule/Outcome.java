package io.weir.policy.rule;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * After which responses a request has cost something: it is charged when it comes, and given back otherwise.
 *
 * @param countedOn the statuses after which it has; empty for all
 * @param freeOn the statuses after which it has not, whatever {@code countedOn} says
 */
public record Outcome(Set<Integer> countedOn, Set<Integer> freeOn) {

    /** Every request costs something, whatever becomes of it. */
    public static final Outcome ANY = new Outcome(Set.of(), Set.of());

    private static final Pattern STATUS = Pattern.compile("[1-5]([0-9]{2}|xx)");

    public Outcome {
        countedOn = Set.copyOf(countedOn);
        freeOn = Set.copyOf(freeOn);
    }

    /** Reads {@code 401}, or {@code 5xx} for all that begin like that. */
    public static Set<Integer> statuses(String text) {
        if (!STATUS.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is no status of a response; write one such as 401, or 5xx for all that begin so");
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

    /** Whether a request whose response has a status has cost something. */
    public boolean keeps(int status) {
        return (countedOn.isEmpty() || countedOn.contains(status)) && (freeOn.isEmpty() || !freeOn.contains(status));
    }
}
