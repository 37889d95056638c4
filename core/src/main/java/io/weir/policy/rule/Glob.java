package io.weir.policy.rule;

/** A text pattern in which {@code *} matches any text, such as {@code user:*}. */
public record Glob(String text) {

    public Glob {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("a pattern must not be empty; write * for anything");
        }
    }

    /** Returns whether the text matches, in time proportional to the product of both lengths at most. */
    public boolean matches(String other) {
        int at = 0;
        int in = 0;
        int star = -1;
        int resume = 0;
        while (in < other.length()) {
            if (at < text.length() && text.charAt(at) == '*') {
                star = at++;
                resume = in;
                if (at == text.length()) {
                    return true;
                }
            } else if (at < text.length() && text.charAt(at) == other.charAt(in)) {
                at++;
                in++;
            } else if (star >= 0) {
                at = star + 1;
                in = ++resume;
            } else {
                return false;
            }
        }
        while (at < text.length() && text.charAt(at) == '*') {
            at++;
        }
        return at == text.length();
    }

    @Override
    public String toString() {
        return text;
    }
}
