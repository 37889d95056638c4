package io.weir.policy.rule;

/** A text in which {@code *} stands for anything: {@code user:*}. */
public record Glob(String text) {

    public Glob {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("a pattern must not be empty; write * for anything");
        }
    }

    /** In time proportional to both, whatever the texts. */
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
