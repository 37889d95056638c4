package io.weir.policyfile;

import org.yaml.snakeyaml.error.Mark;

/**
 * Where something stands.
 *
 * @param file empty for the file that is being read
 * @param line counted from 1; 0 where there are no lines, as in the environment
 * @param column counted from 1
 */
public record Place(String file, int line, int column) {

    static final Place START = new Place(1, 1);

    Place(int line, int column) {
        this("", line, column);
    }

    /** Something that has a name, but no lines. */
    public static Place named(String name) {
        return new Place(name, 0, 0);
    }

    static Place of(Mark mark) {
        return new Place(mark.getLine() + 1, mark.getColumn() + 1);
    }

    /** Where the text ends. */
    static Place after(String text) {
        int line = 1 + (int) text.chars().filter(character -> character == '\n').count();
        String last = text.substring(text.lastIndexOf('\n') + 1);
        return new Place(line, 1 + last.codePointCount(0, last.length()));
    }

    /** As one says it to somebody who is in the file already. */
    String shortly() {
        return line == 0 ? file : "line " + line + (file.isEmpty() ? "" : " of " + file);
    }
}
