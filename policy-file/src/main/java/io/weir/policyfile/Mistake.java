package io.weir.policyfile;

/**
 * Something wrong in a policy file, and what to write instead.
 *
 * @param line counted from 1
 * @param column counted from 1
 */
public record Mistake(int line, int column, String message) {

    /** {@code 12:7: unknown key "limt"; did you mean "limit"?}. */
    @Override
    public String toString() {
        return line + ":" + column + ": " + message;
    }
}
