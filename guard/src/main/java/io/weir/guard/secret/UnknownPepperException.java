package io.weir.guard.secret;

import java.util.Set;

/** Something was hashed with a version of the pepper that this process does not have. */
public final class UnknownPepperException extends IllegalStateException {

    private static final long serialVersionUID = 1;

    UnknownPepperException(int version, Set<Integer> known) {
        super("Version " + version + " of the pepper is not known here, only " + known
                + "; add it to the pepper file or to WEIR_PEPPER, as v" + version + ":…");
    }
}
