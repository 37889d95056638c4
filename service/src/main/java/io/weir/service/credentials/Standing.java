package io.weir.service.credentials;

import java.util.Locale;

/** What a verified credential says about its sender, the best first. Everything but {@link #VALID} makes the caller anonymous. */
public enum Standing {
    VALID,

    /** Nobody can tell now, because the keys that are needed are not known. */
    UNAVAILABLE,

    /** Not looked at, because the sender's address has sent too many bad tokens. */
    NOT_VERIFIED,

    /** A token of the issuer whose time is over. */
    EXPIRED,

    /** Everything else that is refused. */
    FORGED;

    /** The word in the fact {@code credential}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
