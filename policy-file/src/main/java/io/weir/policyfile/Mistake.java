package io.weir.policyfile;

/**
 * Something wrong in a policy, and what to write instead.
 *
 * @param line counted from 1; 0 where there are no lines, as in the environment
 * @param column counted from 1
 */
public record Mistake(String file, int line, int column, String message) {

    /** {@code 12:7: unknown key "limt"; did you mean "limit"?}. */
    @Override
    public String toString() {
        return line == 0 ? message : line + ":" + column + ": " + message;
    }
}
