package io.weir.guard.secret;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HMAC-SHA-256 under one key. Thread-safe; its text never shows the key. */
public final class KeyedHash {

    private static final String ALGORITHM = "HmacSHA256";
    private static final HexFormat HEX = HexFormat.of();

    private final Mac prototype;

    private KeyedHash(Mac prototype) {
        this.prototype = prototype;
    }

    /** Uses a copy of the key's bytes. */
    public static KeyedHash of(byte[] key) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return new KeyedHash(mac);
        } catch (NoSuchAlgorithmException | InvalidKeyException impossible) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, impossible);
        }
    }

    public byte[] of(String text) {
        return start().doFinal(text.getBytes(StandardCharsets.UTF_8));
    }

    public byte[] ofBytes(byte[] bytes) {
        return start().doFinal(bytes);
    }

    public String hexOf(String text) {
        return HEX.formatHex(of(text));
    }

    /** Returns a computation of its own, for what comes in parts. Cloning is faster than looking the algorithm up. */
    public Mac start() {
        try {
            return (Mac) prototype.clone();
        } catch (CloneNotSupportedException impossible) {
            throw new IllegalStateException("the JDK's " + ALGORITHM + " can be cloned", impossible);
        }
    }

    @Override
    public String toString() {
        return "KeyedHash[…]";
    }
}
