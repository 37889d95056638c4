package io.weir.http.internal;

import java.net.URLDecoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The fields of a form in the usual encoding, read from the body of a request. */
public final class FormFields {

    /** The longest body that is read to find a field. */
    public static final int MOST_BYTES = 64 * 1024;

    private static final String TYPE = "application/x-www-form-urlencoded";

    private FormFields() {}

    /** Returns whether a body of this Content-Type is a form. */
    public static boolean isForm(@Nullable String contentType) {
        return contentType != null && contentType.toLowerCase(Locale.ROOT).startsWith(TYPE);
    }

    /** Returns the values of each field. What is not encoded correctly is left out. */
    public static Map<String, List<String>> parse(byte[] body, Charset charset) {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        for (String pair : new String(body, StandardCharsets.ISO_8859_1).split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            try {
                String value = equals < 0 ? "" : URLDecoder.decode(pair.substring(equals + 1), charset);
                fields.computeIfAbsent(URLDecoder.decode(name, charset), each -> new ArrayList<>())
                        .add(value);
            } catch (IllegalArgumentException broken) {
                // Containers leave out such a field, too.
            }
        }
        if (body.length == 0) {
            fields.clear();
        }
        return fields;
    }

    /** Returns the value of the first of these fields that is not blank. */
    public static Optional<String> first(Map<String, List<String>> fields, List<String> names) {
        for (String name : names) {
            for (String value : fields.getOrDefault(name, List.of())) {
                if (!value.isBlank()) {
                    return Optional.of(value);
                }
            }
        }
        return Optional.empty();
    }
}
