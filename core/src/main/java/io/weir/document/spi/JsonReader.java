package io.weir.document.spi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads one JSON object in a single pass, so that the time is linear in its length for every input. Whole numbers
 * become {@link Long}, other numbers {@link Double}. Duplicate names and text after the object are refused.
 */
public final class JsonReader {

    private static final int DEEPEST = 20;
    private static final int MOST_DIGITS = 30;

    private static final Object NOTHING = new Object();

    private final String text;
    private final boolean takesNull;
    private int at;
    private int depth;

    private JsonReader(String text, boolean takesNull) {
        this.text = text;
        this.takesNull = takesNull;
    }

    /** Refuses {@code null}. Throws an {@link IllegalArgumentException} that says where the text is not JSON. */
    public static Map<String, Object> object(String text) {
        return new JsonReader(text, false).object();
    }

    /** Does what {@link #object(String)} does, but leaves out members and items that are {@code null}. */
    public static Map<String, Object> objectWithoutNulls(String text) {
        return new JsonReader(text, true).object();
    }

    private Map<String, Object> object() {
        skipBlanks();
        require('{');
        Map<String, Object> object = members();
        skipBlanks();
        if (at < text.length()) {
            throw wrong("there is text after the object");
        }
        return object;
    }

    private Map<String, Object> members() {
        enter();
        Map<String, Object> members = new LinkedHashMap<>();
        if (!closes('}')) {
            do {
                skipBlanks();
                require('"');
                String name = string();
                skipBlanks();
                require(':');
                Object value = value();
                if (members.containsKey(name)) {
                    throw wrong("a name occurs twice");
                }
                if (value != NOTHING) {
                    members.put(name, value);
                }
                skipBlanks();
            } while (goesOn('}'));
        }
        depth--;
        return members;
    }

    private List<Object> items() {
        enter();
        List<Object> items = new ArrayList<>();
        if (!closes(']')) {
            do {
                Object value = value();
                if (value != NOTHING) {
                    items.add(value);
                }
                skipBlanks();
            } while (goesOn(']'));
        }
        depth--;
        return items;
    }

    private void enter() {
        depth++;
        if (depth > DEEPEST) {
            throw wrong("it is nested too deeply");
        }
    }

    private boolean closes(char end) {
        skipBlanks();
        boolean closes = peek() == end;
        at += closes ? 1 : 0;
        return closes;
    }

    /** Returns whether a comma follows rather than the end. */
    private boolean goesOn(char end) {
        char next = next();
        if (next != ',' && next != end) {
            throw wrong("a comma or " + end + " is missing");
        }
        return next == ',';
    }

    private Object value() {
        skipBlanks();
        char first = next();
        return switch (first) {
            case '{' -> members();
            case '[' -> items();
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> nothing();
            default -> number();
        };
    }

    private Object nothing() {
        if (!takesNull) {
            throw wrong("this is not a value");
        }
        return word("null", NOTHING);
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, at - 1)) {
            throw wrong("this is not a value");
        }
        at += word.length() - 1;
        return value;
    }

    private Object number() {
        int start = at - 1;
        if ("-0123456789".indexOf(text.charAt(start)) < 0) {
            throw wrong("this is not a value");
        }
        while ("+-.eE0123456789".indexOf(peek()) >= 0) {
            at++;
        }
        if (at - start > MOST_DIGITS) {
            throw wrong("a number is too long");
        }
        String digits = text.substring(start, at);
        try {
            if (digits.matches("-?\\d{1,18}")) {
                return Long.parseLong(digits);
            }
            return Double.parseDouble(digits);
        } catch (NumberFormatException none) {
            throw wrong("this is not a value");
        }
    }

    private String string() {
        StringBuilder string = new StringBuilder();
        for (char each = next(); each != '"'; each = next()) {
            if (each < ' ') {
                throw wrong("a text has a control character");
            }
            string.append(each == '\\' ? escaped() : each);
        }
        return string.toString();
    }

    private char escaped() {
        char escape = next();
        return switch (escape) {
            case '"', '\\', '/' -> escape;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> codeUnit();
            default -> throw wrong("\\" + escape + " is not an escape");
        };
    }

    private char codeUnit() {
        int unit = 0;
        for (int i = 0; i < 4; i++) {
            int digit = Character.digit(next(), 16);
            if (digit < 0) {
                throw wrong("\\u needs four hexadecimal digits");
            }
            unit = unit * 16 + digit;
        }
        return (char) unit;
    }

    private void skipBlanks() {
        while (" \n\r\t".indexOf(peek()) >= 0) {
            at++;
        }
    }

    private void require(char expected) {
        if (next() != expected) {
            throw wrong(expected + " is missing");
        }
    }

    /** Returns the next character, or 0 at the end, which occurs in no JSON. */
    private char peek() {
        return at < text.length() ? text.charAt(at) : 0;
    }

    private char next() {
        if (at >= text.length()) {
            throw new IllegalArgumentException("it is not JSON: it ends after " + text.length() + " characters");
        }
        return text.charAt(at++);
    }

    private IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException("it is not JSON at character " + at + ": " + what);
    }
}
