package io.weir.guard.key;

import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/** The public names of keys. An imported key may bring a name of another form. */
final class KeyIds {

    private static final String PREFIX = "key_";
    private static final int RANDOM_CHARACTERS = 16;
    private static final Pattern FORM = Pattern.compile("[0-9A-Za-z][0-9A-Za-z._-]{0,63}");

    private KeyIds() {}

    static String random(RandomGenerator random) {
        return PREFIX + Base62.random(RANDOM_CHARACTERS, random);
    }

    static void require(String id) {
        if (!FORM.matcher(id).matches()) {
            throw new InvalidFieldException(
                    "id",
                    "must be 1 to 64 letters, digits, points, hyphens or underscores, and begin with a letter or"
                            + " digit");
        }
    }
}
