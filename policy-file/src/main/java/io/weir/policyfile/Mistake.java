package io.weir.policyfile;

/**
 * One mistake in a policy.
 *
 * @param file the name of the file, or of another source such as an environment variable
 * @param line counted from 1; 0 if the source has no lines
 * @param column counted from 1
 * @param message what is wrong and what to write instead
 */
public record Mistake(String file, int line, int column, String message) {

    /** Returns text such as {@code 12:7: unknown key "limt"; did you mean "limit"?}. */
    @Override
    public String toString() {
        return line == 0 ? message : line + ":" + column + ": " + message;
    }
}
