package io.weir.guard.key;

import java.util.Optional;

/** What holds for every text that a person gives: it is short, can be shown on one line, and every database can keep it. */
public final class FieldText {

    private FieldText() {}

    /** Returns the text without spaces around it. */
    public static String require(String field, String text, int longest) {
        String stripped = text.strip();
        if (stripped.isEmpty()) {
            throw new InvalidFieldException(field, "must not be empty");
        }
        if (stripped.length() > longest) {
            throw new InvalidFieldException(
                    field, "must have at most " + longest + " characters, but has " + stripped.length());
        }
        stripped.codePoints().forEach(character -> requirePrintable(field, character));
        return stripped;
    }

    public static Optional<String> require(String field, Optional<String> text, int longest) {
        return text.map(given -> require(field, given, longest));
    }

    private static void requirePrintable(String field, int character) {
        boolean unpaired = character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE;
        boolean invisible = Character.isISOControl(character) || Character.getType(character) == Character.FORMAT;
        boolean lineEnd = Character.getType(character) == Character.LINE_SEPARATOR
                || Character.getType(character) == Character.PARAGRAPH_SEPARATOR;
        if (unpaired || invisible || lineEnd) {
            throw new InvalidFieldException(field, "must not have control or invisible characters");
        }
    }
}
