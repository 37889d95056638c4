package io.weir.service.envoy.wire;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/**
 * Decodes text that may not be UTF-8. Each byte that is part of no character becomes a lone surrogate, 0xFF for example U+DCFF. UTF-8
 * text contains no lone surrogates, so different bytes always give different texts: no client is counted as another one, and no such
 * text equals a value of a file.
 */
final class BrokenText {

    private static final int FIRST_LOW_SURROGATE = 0xDC00;

    private BrokenText() {}

    static String decode(byte[] bytes, int from, int length) {
        ByteBuffer in = ByteBuffer.wrap(bytes, from, length);
        CharBuffer out = CharBuffer.allocate(length);
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        CoderResult result = decoder.decode(in, out, true);
        while (result.isMalformed()) {
            for (int i = 0; i < result.length(); i++) {
                out.put((char) (FIRST_LOW_SURROGATE | (in.get() & 0xFF)));
            }
            result = decoder.decode(in, out, true);
        }
        return out.flip().toString();
    }
}
