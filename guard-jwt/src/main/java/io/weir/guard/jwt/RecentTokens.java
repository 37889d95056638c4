package io.weir.guard.jwt;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Tokens that the issuer signed, by their SHA-256, so that a signature is not verified with every request: those found valid, and
 * those found expired, which clients send until they notice. Each is remembered for a minute at most, as long as a key that the
 * issuer withdraws is still trusted.
 */
final class RecentTokens {

    private static final int PLACES = 1 << 14;
    private static final long LONGEST_MICROS = 60_000_000;

    private record Remembered(ByteBuffer digest, JwtVerification found, long untilMicros) {}

    private final AtomicReferenceArray<@Nullable Remembered> places = new AtomicReferenceArray<>(PLACES);

    @Nullable
    JwtVerification find(byte[] digest, long nowMicros) {
        Remembered remembered = places.get(place(digest));
        boolean known = remembered != null
                && nowMicros < remembered.untilMicros
                && nowMicros >= remembered.untilMicros - LONGEST_MICROS
                && remembered.digest.equals(ByteBuffer.wrap(digest));
        return known ? remembered.found : null;
    }

    void rememberValid(byte[] digest, JwtVerification found, long nowMicros) {
        long expires = found.claims().orElseThrow().expires().getEpochSecond() * 1_000_000;
        remember(digest, found, Math.min(nowMicros + LONGEST_MICROS, expires));
    }

    void rememberExpired(byte[] digest, JwtVerification found, long nowMicros) {
        remember(digest, found, nowMicros + LONGEST_MICROS);
    }

    private void remember(byte[] digest, JwtVerification found, long untilMicros) {
        places.set(place(digest), new Remembered(ByteBuffer.wrap(digest), found, untilMicros));
    }

    private static int place(byte[] digest) {
        return (digest[0] & 0xFF) << 6 | (digest[1] & 0x3F);
    }
}
