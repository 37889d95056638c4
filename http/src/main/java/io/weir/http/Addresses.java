package io.weir.http;

import io.weir.classify.IpAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads addresses, and remembers those it read lately, each in the one place it can have: callers come back. */
final class Addresses {

    /** A power of two. */
    private static final int PLACES = 16_384;

    private record Read(String text, Optional<IpAddress> address) {}

    /** Threads race for the places; whatever they find there is whole, as its fields are final. */
    private static final @Nullable Read[] LATELY = new Read[PLACES];

    private Addresses() {}

    /** As {@link IpAddress#parse}. */
    static Optional<IpAddress> read(String text) {
        int hash = text.hashCode();
        int place = (hash ^ hash >>> 16) & (PLACES - 1);
        Read known = LATELY[place];
        if (known == null || !known.text().equals(text)) {
            known = new Read(text, IpAddress.parse(text));
            LATELY[place] = known;
        }
        return known.address();
    }
}
