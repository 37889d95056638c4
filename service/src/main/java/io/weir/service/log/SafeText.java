package io.weir.service.log;

/**
 * Escapes text so that it cannot look like a record of its own: further lines are indented, and other control characters are
 * escaped.
 */
final class SafeText {

    private static final String INDENT = "  ";

    private SafeText() {}

    static String of(String text) {
        StringBuilder safe = new StringBuilder(text.length());
        int previous = 0;
        for (int character : text.replace("\r\n", "\n").codePoints().toArray()) {
            if (previous == '\n' && character != '\n') {
                safe.append(INDENT);
            }
            if (isPlain(character)) {
                safe.appendCodePoint(character);
            } else {
                safe.append("\\u{").append(Integer.toHexString(character)).append('}');
            }
            previous = character;
        }
        return safe.toString();
    }

    /** Whether a character is safe. Invisible characters, and characters that turn the direction of text, are not. */
    private static boolean isPlain(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL -> character == '\n' || character == '\t';
            case Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE ->
                false;
            default -> true;
        };
    }
}
