package io.weir.guard.login;

import io.weir.guard.secret.KeyedHash;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.Mac;

/*
 * cookie = base64url(format, id of 16 bytes, second of issue, first 16 bytes of HMAC(pepper; all before, account))
 *
 * The account is not in the cookie, but in the hash: the cookie of one account is none for another.
 */
/** Makes and checks the cookies of known devices. Thread-safe. */
final class DeviceCookies {

    private static final byte FORMAT = 1;
    private static final int ID_BYTES = 16;
    private static final int HASH_BYTES = 16;
    private static final int FRONT_BYTES = 1 + ID_BYTES + Long.BYTES;
    private static final int BYTES = FRONT_BYTES + HASH_BYTES;
    private static final int CHARACTERS = (BYTES * 8 + 5) / 6;

    private final KeyedHash hash;
    private final Duration age;
    private final SecureRandom random = new SecureRandom();

    DeviceCookies(KeyedHash hash, Duration age) {
        this.hash = hash;
        this.age = age;
    }

    /** Returns the id of the device, if this is a cookie of ours for this account that is not too old. */
    Optional<String> device(String cookie, String account, Instant now) {
        byte[] bytes = decoded(cookie);
        if (bytes.length != BYTES || bytes[0] != FORMAT) {
            return Optional.empty();
        }
        // Only a number that we have written is one that can be trusted to be a time.
        boolean ours = MessageDigest.isEqual(Arrays.copyOfRange(bytes, FRONT_BYTES, BYTES), hash(bytes, account));
        if (!ours) {
            return Optional.empty();
        }
        Instant issued = Instant.ofEpochSecond(
                ByteBuffer.wrap(bytes, 1 + ID_BYTES, Long.BYTES).getLong());
        return now.isBefore(issued.plus(age))
                ? Optional.of(HexFormat.of().formatHex(bytes, 1, 1 + ID_BYTES))
                : Optional.empty();
    }

    private static byte[] decoded(String cookie) {
        try {
            return cookie.length() == CHARACTERS ? Base64.getUrlDecoder().decode(cookie) : new byte[0];
        } catch (IllegalArgumentException noBase64) {
            return new byte[0];
        }
    }

    /** Returns the device with a new cookie, or a new device if none was known. */
    KnownDevice issue(Optional<String> known, String account, Instant now) {
        byte[] id = new byte[ID_BYTES];
        random.nextBytes(id);
        byte[] its = known.map(HexFormat.of()::parseHex).orElse(id);
        byte[] bytes = ByteBuffer.allocate(BYTES)
                .put(FORMAT)
                .put(its)
                .putLong(now.getEpochSecond())
                .array();
        System.arraycopy(hash(bytes, account), 0, bytes, FRONT_BYTES, HASH_BYTES);
        String cookie = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        return new KnownDevice(HexFormat.of().formatHex(its), cookie, age);
    }

    private byte[] hash(byte[] bytes, String account) {
        Mac mac = hash.start();
        mac.update(bytes, 0, FRONT_BYTES);
        return Arrays.copyOf(mac.doFinal(account.getBytes(StandardCharsets.US_ASCII)), HASH_BYTES);
    }
}
