package io.weir.guard.key.spi;

import io.weir.guard.key.KeySecret;
import io.weir.guard.secret.KeyedHash;
import io.weir.guard.secret.Pepper;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;

/*
 * hash = HMAC-SHA-256(key of the pepper's version, SHA-256(secret))
 *
 * A secret has 190 random bits, so nothing slow is needed against guessing, and a hash without salt can be looked up. The
 * SHA-256 inside lets keys be imported of which another system has kept that only: they are found like all others, and the
 * database still has nothing that could be compared with a list of leaked keys.
 */
/** Makes the hashes by which secrets are kept and found. Thread-safe. */
public final class SecretHasher {

    private static final String PURPOSE = "key secret";

    private record Version(int number, KeyedHash hash) {}

    private final List<Version> newestFirst;

    public SecretHasher(Pepper pepper) {
        List<Version> versions = new ArrayList<>();
        for (int number : pepper.versions()) {
            versions.add(0, new Version(number, pepper.derive(number, PURPOSE)));
        }
        newestFirst = List.copyOf(versions);
    }

    /** How many versions of the pepper there are, each with another hash of the same secret. */
    public int versions() {
        return newestFirst.size();
    }

    public static byte[] digest(KeySecret secret) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(secret.reveal().getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }

    /** Returns the hash with the newest version of the pepper. */
    public SecretHash hash(byte[] digest) {
        return hash(digest, 0);
    }

    /** Returns the hash with a version of the pepper, of which 0 is the newest. */
    public SecretHash hash(byte[] digest, int age) {
        Version version = newestFirst.get(age);
        ByteBuffer hash = ByteBuffer.wrap(version.hash.ofBytes(digest));
        return new SecretHash(version.number, hash.getLong(), hash.getLong(), hash.getLong(), hash.getLong());
    }
}
