package io.weir.lab.report;

import io.weir.policy.rule.Subject;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;

/** How a report names subjects: by hashes with a key that is never written down, unless names are asked for. */
public final class ShownSubjects {

    private final boolean named;
    private final byte[] key = new byte[16];

    private ShownSubjects(boolean named) {
        this.named = named;
        new SecureRandom().nextBytes(key);
    }

    public static ShownSubjects hashed() {
        return new ShownSubjects(false);
    }

    public static ShownSubjects named() {
        return new ShownSubjects(true);
    }

    boolean areNamed() {
        return named;
    }

    String of(Subject subject) {
        if (named || subject.type().equals("global")) {
            return subject.toString();
        }
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(key);
            byte[] hash = digest.digest(subject.identifier().getBytes(StandardCharsets.UTF_8));
            return subject.type() + " #" + HexFormat.of().formatHex(hash, 0, 5);
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
