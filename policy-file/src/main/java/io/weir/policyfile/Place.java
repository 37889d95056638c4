package io.weir.policyfile;

import org.yaml.snakeyaml.error.Mark;

/** Where something stands in a file, counted from 1. */
record Place(int line, int column) {

    static final Place START = new Place(1, 1);

    static Place of(Mark mark) {
        return new Place(mark.getLine() + 1, mark.getColumn() + 1);
    }

    /** Where the text ends. */
    static Place after(String text) {
        int line = 1 + (int) text.chars().filter(character -> character == '\n').count();
        String last = text.substring(text.lastIndexOf('\n') + 1);
        return new Place(line, 1 + last.codePointCount(0, last.length()));
    }
}
