package io.weir.classify.spi;

import java.util.Locale;

/** A way in which a request tries to bypass the rules. */
public enum BypassAttempt {
    /** A forwarding header that was sent by a peer which is no trusted proxy. */
    UNTRUSTED_FORWARDING_HEADER,

    /** A path that can be read in more than one way. */
    AMBIGUOUS_PATH,

    /** A token or API key that fails its verification. */
    FORGED_CREDENTIAL;

    private final String yamlName = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /** Returns the name in lower case with hyphens, such as {@code ambiguous-path}. */
    public String yamlName() {
        return yamlName;
    }
}
