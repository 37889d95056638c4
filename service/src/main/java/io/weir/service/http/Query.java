package io.weir.service.http;

import io.weir.policyfile.internal.yaml.Words;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parameters in the query of a raw request target, decoded strictly: unknown names, repeated names and bytes that are not
 * percent-encoded UTF-8 are rejected, because a misread parameter would count against the wrong key.
 */
public final class Query {

    private final List<String> names;
    private final @Nullable String[] values;

    private Query(List<String> names) {
        this.names = names;
        this.values = new @Nullable String[names.size()];
    }

    /** Reads the text after the first question mark, if there is one. */
    public static Query of(String target, List<String> names) {
        Query query = new Query(names);
        int start = target.indexOf('?') + 1;
        if (start == 0 || start == target.length()) {
            return query;
        }
        while (start <= target.length()) {
            int and = target.indexOf('&', start);
            int end = and < 0 ? target.length() : and;
            query.add(target, start, end);
            start = end + 1;
        }
        return query;
    }

    /** Adds the parameter between two indexes of the target. */
    private void add(String target, int start, int end) {
        int equals = target.indexOf('=', start);
        int nameEnd = equals < 0 || equals > end ? end : equals;
        int number = number(target, start, nameEnd);
        String name = names.get(number);
        if (values[number] != null) {
            throw new BadRequest(name, "must be given once");
        }
        values[number] = nameEnd == end ? "" : decode(name, target.substring(nameEnd + 1, end));
    }

    /** The number of the name between two indexes of the target, which most clients write without escapes. */
    private int number(String target, int start, int end) {
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            if (name.length() == end - start && target.startsWith(name, start)) {
                return i;
            }
        }
        String name = decode("query", target.substring(start, end));
        int number = names.indexOf(name);
        if (number < 0) {
            throw unknown(name);
        }
        return number;
    }

    private BadRequest unknown(String name) {
        if (name.isEmpty()) {
            return new BadRequest("query", "must not have an empty parameter, as && or a last & makes one");
        }
        String hint = names.isEmpty() ? "which has none" : Words.hint(name, names);
        return new BadRequest(JsonFields.shortly(name), "is no parameter of this call; " + hint);
    }

    @Nullable
    public String get(String name) {
        return values[names.indexOf(name)];
    }

    private static String decode(String field, String text) {
        if (isPlain(text)) {
            return text;
        }
        ByteBuffer bytes = ByteBuffer.allocate(text.length());
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character == '%') {
                bytes.put(hexByte(field, text, i));
                i += 2;
            } else if (character > ' ' && character < 0x7F) {
                bytes.put((byte) (character == '+' ? ' ' : character));
            } else {
                throw new BadRequest(field, "must be percent-encoded UTF-8");
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(bytes.flip())
                    .toString();
        } catch (CharacterCodingException notUtf8) {
            throw new BadRequest(field, "must be percent-encoded UTF-8");
        }
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character <= ' ' || character >= 0x7F || character == '%' || character == '+') {
                return false;
            }
        }
        return true;
    }

    private static byte hexByte(String field, String text, int percent) {
        int high = percent + 2 < text.length() ? Character.digit(text.charAt(percent + 1), 16) : -1;
        int low = percent + 2 < text.length() ? Character.digit(text.charAt(percent + 2), 16) : -1;
        if (high < 0 || low < 0) {
            throw new BadRequest(field, "must be percent-encoded UTF-8: a % is followed by two hexadecimal digits");
        }
        return (byte) (high << 4 | low);
    }
}
