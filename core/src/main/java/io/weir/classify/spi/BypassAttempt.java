package io.weir.classify.spi;

import java.util.Locale;

/** A way in which a request tries to be taken for another one. */
public enum BypassAttempt {
    /** A header names the caller's address, but whoever sent it is no trusted proxy. */
    UNTRUSTED_FORWARDING_HEADER,

    /** The path can be read in more than one way. */
    AMBIGUOUS_PATH,

    /** A token or key that is not what it says. */
    FORGED_CREDENTIAL;

    private final String yamlName = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /** Such as {@code ambiguous-path}. */
    public String yamlName() {
        return yamlName;
    }
}
