package io.weir.classify.spi;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Reads the path of a request in the way web frameworks do, and rejects paths that two frameworks might read
 * differently. Otherwise a limit could be checked for one path while another one is served.
 */
public final class RequestPath {

    private static final int MOST_CHARACTERS = 8_192;

    private RequestPath() {}

    /**
     * Returns the decoded path without the query, or empty if the path is ambiguous. A path is ambiguous if it does not
     * begin with a slash, or if it contains {@code //}, {@code /./}, {@code /../}, a backslash, a semicolon or a
     * control character (encoded or not), an encoded slash, or an invalid or double encoding.
     */
    public static Optional<String> read(String raw) {
        if (!raw.startsWith("/") || raw.length() > MOST_CHARACTERS || !isPlain(raw)) {
            return Optional.empty();
        }
        if (raw.indexOf('%') < 0) {
            return hasNoDetour(raw) ? Optional.of(raw) : Optional.empty();
        }
        return decoded(raw).filter(path -> isPlain(path) && hasNoDetour(path));
    }

    private static Optional<String> decoded(String raw) {
        byte[] bytes = raw.getBytes(StandardCharsets.UTF_8);
        ByteBuffer decoded = ByteBuffer.allocate(bytes.length);
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] != '%') {
                decoded.put(bytes[i]);
                continue;
            }
            int value = i + 2 < bytes.length ? hex(bytes[i + 1]) << 4 | hex(bytes[i + 2]) : -1;
            // Some frameworks treat an encoded slash as part of a name. A remaining percent sign was encoded twice.
            if (value < 0 || value == '/' || value == '%') {
                return Optional.empty();
            }
            decoded.put((byte) value);
            i += 2;
        }
        try {
            return Optional.of(
                    StandardCharsets.UTF_8.newDecoder().decode(decoded.flip()).toString());
        } catch (CharacterCodingException notUtf8) {
            return Optional.empty();
        }
    }

    private static int hex(byte digit) {
        return digit < 0 ? -1 : Character.digit((char) digit, 16);
    }

    private static boolean isPlain(String path) {
        for (int i = 0; i < path.length(); i++) {
            char character = path.charAt(i);
            boolean loneSurrogate = Character.isSurrogate(character)
                    && !(Character.isHighSurrogate(character)
                            && i + 1 < path.length()
                            && Character.isLowSurrogate(path.charAt(i + 1)));
            if (character == '\\' || character == ';' || Character.isISOControl(character) || loneSurrogate) {
                return false;
            }
            if (Character.isHighSurrogate(character)) {
                i++;
            }
        }
        return true;
    }

    /** Returns whether no segment but the last is empty, and no segment is {@code .} or {@code ..}. */
    private static boolean hasNoDetour(String path) {
        int from = 1;
        while (from <= path.length()) {
            int slash = path.indexOf('/', from);
            int to = slash < 0 ? path.length() : slash;
            boolean empty = from == to && slash >= 0;
            boolean dots =
                    (to - from == 1 && path.charAt(from) == '.') || (to - from == 2 && path.startsWith("..", from));
            if (empty || dots) {
                return false;
            }
            from = to + 1;
        }
        return true;
    }
}
