package io.weir.metrics;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** How subjects are called where operators see them. */
public enum SubjectNames {

    /**
     * By the first 16 hexadecimal digits of the SHA-256 of what verdicts call them: the same everywhere, and no name. Whoever can
     * guess the name can verify it.
     */
    HASHED {
        @Override
        public String of(String subject) {
            try {
                byte[] digest = MessageDigest.getInstance("SHA-256").digest(subject.getBytes(StandardCharsets.UTF_8));
                return HexFormat.of().formatHex(digest, 0, BYTES);
            } catch (NoSuchAlgorithmException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    },

    /** As verdicts call them, such as {@code user:42}. */
    SHOWN {
        @Override
        public String of(String subject) {
            return subject;
        }
    };

    private static final int BYTES = 8;

    public abstract String of(String subject);
}
