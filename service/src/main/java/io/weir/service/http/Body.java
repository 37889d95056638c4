package io.weir.service.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** The bytes behind the head of a request, all of them. */
public final class Body {

    static final Body NONE = new Body(new byte[0]);

    private final byte[] bytes;

    /** Wraps bytes that are not changed any more. */
    public Body(byte[] bytes) {
        this.bytes = bytes;
    }

    int size() {
        return bytes.length;
    }

    /** The bytes as UTF-8, which they must be. */
    public String text() {
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
