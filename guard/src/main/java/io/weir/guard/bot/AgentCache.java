package io.weir.guard.bot;

import io.weir.store.spi.SipHash;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Remembers how recent User-Agents were read, because most clients send one of a few. It has a fixed number of places; texts that
 * share a place take turns. Thread-safe.
 */
final class AgentCache {

    /** At 1 KB for the longest text, 1 MB in all. */
    private static final int PLACES = 1_024;

    private final SipHash hash;
    private final AtomicReferenceArray<Known> places = new AtomicReferenceArray<>(PLACES);

    AgentCache(SipHash hash) {
        this.hash = hash;
    }

    /**
     * A User-Agent that was read.
     *
     * @param hash of its text
     */
    record Known(String text, UserAgent agent, long hash) {}

    Known of(String text) {
        int place = text.hashCode() & (PLACES - 1);
        Known known = places.getAcquire(place);
        if (known == null || !known.text().equals(text)) {
            known = new Known(text, AgentReader.read(text), hash.of(text));
            places.setRelease(place, known);
        }
        return known;
    }
}
