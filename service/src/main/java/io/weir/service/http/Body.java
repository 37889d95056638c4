package io.weir.service.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** All bytes of a request after its head. */
public final class Body {

    static final Body NONE = new Body(new byte[0]);

    private static final char REPLACEMENT = '\uFFFD';

    private final byte[] bytes;

    /** Wraps bytes, which must not change afterwards. */
    public Body(byte[] bytes) {
        this.bytes = bytes;
    }

    int size() {
        return bytes.length;
    }

    /** The bytes as UTF-8; any other bytes are rejected. */
    public String text() {
        // The usual way, which copies the bytes once, puts a replacement character for every byte that is not UTF-8.
        String text = new String(bytes, StandardCharsets.UTF_8);
        return text.indexOf(REPLACEMENT) < 0 ? text : strictText();
    }

    private String strictText() {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException notUtf8) {
            throw new BadRequest("body", "must be UTF-8");
        }
    }
}
