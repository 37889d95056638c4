package io.weir.redis;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A script, and the digest by which Redis knows it once it has run it. */
final class Script {

    private final byte[] text;
    private final String digest;

    Script(String text) {
        this.text = text.getBytes(StandardCharsets.UTF_8);
        try {
            this.digest =
                    HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(this.text));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    byte[] text() {
        return text;
    }

    String digest() {
        return digest;
    }
}
