package io.weir.guard.key;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The names of what a key may do. Those that begin with {@code weir:} open doors of Weir itself. */
public final class Scopes {

    /** Ask for decisions: {@code /check} and {@code /evaluate}. */
    public static final String CHECK = "weir:check";

    /** Read what the administrator sees. */
    public static final String READ = "weir:read";

    /** Change policies, keys and all else. */
    public static final String ADMIN = "weir:admin";

    private static final Set<String> OWN = Set.of(CHECK, READ, ADMIN);
    private static final Pattern FORM = Pattern.compile("[a-z][a-z0-9_-]*(?:[:.][a-z0-9_-]+)*");
    private static final int LONGEST = 100;
    private static final int LONGEST_TOGETHER = 2_000;

    private Scopes() {}

    static Set<String> checked(Set<String> scopes) {
        scopes.forEach(Scopes::require);
        if (String.join(" ", scopes).length() > LONGEST_TOGETHER) {
            throw new InvalidFieldException(
                    "scopes", "all together must have at most " + LONGEST_TOGETHER + " characters");
        }
        return Collections.unmodifiableSet(new TreeSet<>(scopes));
    }

    private static void require(String scope) {
        if (scope.length() > LONGEST || !FORM.matcher(scope).matches()) {
            throw new InvalidFieldException(
                    "scopes",
                    "each one is a text such as orders:read, of at most " + LONGEST
                            + " small letters, digits, colons, points, hyphens and underscores");
        }
        if (scope.startsWith("weir:") && !OWN.contains(scope)) {
            throw new InvalidFieldException(
                    "scopes", scope + " does not exist; scopes of Weir itself are " + new TreeSet<>(OWN));
        }
    }
}
