package io.weir.http.internal;

import io.weir.classify.IpAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Parses IP addresses and caches recent results, since clients send many requests. The cache is a direct-mapped array: each
 * text has one slot, and a newer text replaces the older one.
 */
final class AddressCache {

    /** A power of two. */
    private static final int SLOTS = 16_384;

    private record Read(String text, Optional<IpAddress> address) {}

    /** Written without locks: entries are immutable, so a thread sees either the old or the new one. */
    private static final @Nullable Read[] RECENT = new Read[SLOTS];

    private AddressCache() {}

    /** Returns the same as {@link IpAddress#parse}. */
    static Optional<IpAddress> read(String text) {
        int hash = text.hashCode();
        int slot = (hash ^ hash >>> 16) & (SLOTS - 1);
        Read known = RECENT[slot];
        if (known == null || !known.text().equals(text)) {
            known = new Read(text, IpAddress.parse(text));
            RECENT[slot] = known;
        }
        return known.address();
    }
}
