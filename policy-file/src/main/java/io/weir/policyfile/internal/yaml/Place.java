package io.weir.policyfile.internal.yaml;

import org.yaml.snakeyaml.error.Mark;

/**
 * A place in a file or another source.
 *
 * @param file empty for the file that is being read
 * @param line counted from 1; 0 if the source has no lines, such as an environment variable
 * @param column counted from 1
 */
public record Place(String file, int line, int column) {

    public static final Place START = new Place(1, 1);

    Place(int line, int column) {
        this("", line, column);
    }

    /** Returns the place of a source that has a name but no lines. */
    public static Place named(String name) {
        return new Place(name, 0, 0);
    }

    static Place of(Mark mark) {
        return new Place(mark.getLine() + 1, mark.getColumn() + 1);
    }

    /** Returns the end of a text. */
    public static Place after(String text) {
        int line = 1 + (int) text.chars().filter(character -> character == '\n').count();
        String last = text.substring(text.lastIndexOf('\n') + 1);
        return new Place(line, 1 + last.codePointCount(0, last.length()));
    }

    /** Returns the place for a reader who has the file open, such as {@code line 12}. */
    public String shortly() {
        return line == 0 ? file : "line " + line + (file.isEmpty() ? "" : " of " + file);
    }
}
