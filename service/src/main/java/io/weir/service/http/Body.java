package io.weir.service.http;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;

/** All bytes of a request after its head. */
public final class Body {

    static final Body NONE = new Body(new byte[0]);

    private static final char REPLACEMENT = '\uFFFD';

    private final List<byte[]> parts;

    /** Wraps bytes, which must not change afterwards. */
    public Body(byte[] bytes) {
        this(List.of(bytes));
    }

    /** Wraps bytes in their order, which must not change afterwards. */
    Body(List<byte[]> parts) {
        this.parts = parts;
    }

    int size() {
        return parts.stream().mapToInt(part -> part.length).sum();
    }

    /** Whether the bytes are one array, of which {@link #text()} makes no copy first. */
    boolean isWhole() {
        return parts.size() <= 1;
    }

    public byte[] bytes() {
        if (parts.size() == 1) {
            return parts.get(0);
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream(size());
        parts.forEach(all::writeBytes);
        return all.toByteArray();
    }

    /** The bytes as UTF-8; any other bytes are rejected. */
    public String text() {
        byte[] bytes = bytes();
        // The usual way, which copies the bytes once, puts a replacement character for every byte that is not UTF-8.
        String text = new String(bytes, StandardCharsets.UTF_8);
        return text.indexOf(REPLACEMENT) < 0 ? text : strictText(bytes);
    }

    private static String strictText(byte[] bytes) {
        try {
            return strictUtf8().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException notUtf8) {
            throw notUtf8();
        }
    }

    /** The bytes as UTF-8, part after part; it throws {@link CharacterCodingException} at any other bytes. */
    Reader reader() {
        List<InputStream> streams =
                parts.stream().<InputStream>map(ByteArrayInputStream::new).toList();
        return new InputStreamReader(new SequenceInputStream(Collections.enumeration(streams)), strictUtf8());
    }

    private static CharsetDecoder strictUtf8() {
        return StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
    }

    static BadRequest notUtf8() {
        return new BadRequest("body", "must be UTF-8");
    }
}
