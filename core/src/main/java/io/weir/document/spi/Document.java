package io.weir.document.spi;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * A text with a version that is replaced as a whole. Writers name the version that they expect, so that of two
 * concurrent writers one succeeds and the other learns that it lost.
 *
 * <p>Implementations are thread-safe. A stage fails if the text cannot be read or written at present.
 * {@code toString} names the place of the text for messages, such as {@code Redis}.
 */
public interface Document {

    /**
     * Identifies one text, so that a change is noticed without reading the text.
     *
     * @param version 0 if there is no text
     * @param digest tells apart two texts of the same version, which exist if the newest text was lost and written
     *     again
     */
    record Stamp(long version, String digest) {

        /** The stamp of a document that has no text. */
        public static final Stamp NONE = new Stamp(0, "");

        /** Returns the stamp that the document has once this text is written. */
        public static Stamp of(long version, String text) {
            return new Stamp(version, digest(text));
        }

        /**
         * SHA-1, which is strong enough because writers are trusted and gain nothing from two texts with one digest. Stored
         * documents contain it, so it cannot change.
         */
        private static String digest(String text) {
            try {
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                return HexFormat.of()
                        .formatHex(MessageDigest.getInstance("SHA-1").digest(bytes));
            } catch (NoSuchAlgorithmException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }

    /** A text and its stamp. */
    record Content(Stamp stamp, String text) {

        /** The content that the document has once this text is written. */
        public static Content of(long version, String text) {
            return new Content(Stamp.of(version, text), text);
        }
    }

    /** Returns {@link Stamp#NONE} if there is no text. */
    CompletionStage<Stamp> stamp();

    /** Returns the text and its stamp, or nothing if there is no text. */
    CompletionStage<Optional<Content>> read();

    /**
     * Writes the text if the document still has the expected stamp; returns whether it was written.
     *
     * @param version of the new text, at least 1
     */
    CompletionStage<Boolean> replaceIf(Stamp expected, long version, String text);

    /**
     * Writes the text if the document has no text or one of a lower version; returns whether it was written.
     *
     * @param version of the new text, at least 1
     */
    CompletionStage<Boolean> replaceOlder(long version, String text);
}
