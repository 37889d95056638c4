package io.weir.metrics.subjects;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** How subjects are called where operators see them. */
public enum SubjectNames {

    /**
     * By their kind and a hash, such as {@code user:73475cb40a568e8d}. The hash is the first 16 hexadecimal digits of the SHA-256
     * of the whole name, {@code user:42}: the same everywhere. Whoever can guess the name can verify it.
     */
    HASHED {
        @Override
        public String of(String subject) {
            try {
                byte[] digest = MessageDigest.getInstance("SHA-256").digest(subject.getBytes(StandardCharsets.UTF_8));
                String kind = subject.substring(0, subject.indexOf(':') + 1);
                return kind + HexFormat.of().formatHex(digest, 0, BYTES);
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
