package io.weir.guard.audit;

import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Makes any text fit to be kept, without ever refusing it: an event must not be lost because of what a client sent. */
final class AuditText {

    private static final int LONGEST_VALUE = 500;
    private static final char UNREADABLE = '\uFFFD';

    /** Whatever has the form of a key's secret, of any prefix, or of a signed token, even of one that was shortened. */
    private static final Pattern SECRET = Pattern.compile(
            "[a-z][a-z0-9]{1,7}_(?:live|test)_[0-9A-Za-z]{38,}" + "|eyJ[0-9A-Za-z_-]{10,}(?:\\.[0-9A-Za-z_-]*){1,2}");

    private AuditText() {}

    static String clean(String text, int longest) {
        String shortened = text.length() <= longest ? text : text.substring(0, longest - 1) + "…";
        StringBuilder clean = new StringBuilder(shortened.length());
        shortened
                .codePoints()
                .map(c -> Character.isISOControl(c) || isUnpaired(c) ? UNREADABLE : c)
                .forEach(clean::appendCodePoint);
        return SECRET.matcher(clean).replaceAll("(secret)");
    }

    private static boolean isUnpaired(int character) {
        return character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE;
    }

    /** Writes an object of texts. */
    static String json(Map<String, String> values) {
        return values.entrySet().stream()
                .map(each -> quoted(each.getKey()) + ":" + quoted(each.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
    }

    static String quoted(String text) {
        StringBuilder json = new StringBuilder("\"");
        for (char c : clean(text, LONGEST_VALUE).toCharArray()) {
            json.append(c == '"' || c == '\\' ? "\\" : "").append(c);
        }
        return json.append('"').toString();
    }
}
