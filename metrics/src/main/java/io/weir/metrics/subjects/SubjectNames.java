package io.weir.metrics.subjects;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The form in which operators see the names of subjects. */
public enum SubjectNames {

    /**
     * The kind and a hash, such as {@code user:73475cb40a568e8d}. The hash is the first 16 hexadecimal digits of the
     * SHA-256 of the whole name, {@code user:42}, and is the same in all processes. A person who can guess a name can
     * verify it.
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

    /** The names as in verdicts, such as {@code user:42}. */
    SHOWN {
        @Override
        public String of(String subject) {
            return subject;
        }
    };

    private static final int BYTES = 8;

    public abstract String of(String subject);
}
