package io.weir.guard.challenge;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text {@code weir1.16.1767225900.login.<salt>}: the number of zero bits to find, when it ends in seconds since 1970, the
 * action, and a random salt.
 */
record Puzzle(int bits, long endsSeconds, String action, String salt) {

    static final int MOST_CHARACTERS = 200;

    private static final Pattern TEXT = Pattern.compile(
            "weir1\\.(?<bits>[0-9]{1,2})\\.(?<ends>[0-9]{1,12})\\.(?<action>\\w{1,32})\\.(?<salt>[\\w-]{22})"
                    + "\\.(?<mac>[\\w-]{22})\\.(?<number>[0-9]{1,15})");

    /** A puzzle with its signature and the number that is said to solve it. */
    record Solution(Puzzle puzzle, String mac) {}

    /** Reads {@code <puzzle>.<signature>.<number>}. */
    static Optional<Solution> read(String token) {
        Matcher form = TEXT.matcher(token.length() > MOST_CHARACTERS ? "" : token);
        return form.matches()
                ? Optional.of(new Solution(
                        new Puzzle(
                                Integer.parseInt(form.group("bits")),
                                Long.parseLong(form.group("ends")),
                                form.group("action"),
                                form.group("salt")),
                        form.group("mac")))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return "weir1." + bits + "." + endsSeconds + "." + action + "." + salt;
    }
}
