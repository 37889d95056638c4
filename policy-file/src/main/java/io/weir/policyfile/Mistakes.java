package io.weir.policyfile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Gathers what is wrong with a file. */
final class Mistakes {

    /** A file with more is none that somebody wrote. */
    private static final int MOST = 1_000;

    private String file;
    private final List<Mistake> mistakes = new ArrayList<>();

    Mistakes(String file) {
        this.file = file;
    }

    /** What is added from now on without a file is in that one. */
    void in(String next) {
        file = next;
    }

    int count() {
        return mistakes.size();
    }

    void add(Place place, String message) {
        if (mistakes.size() < MOST) {
            String where = place.file().isEmpty() ? file : place.file();
            mistakes.add(new Mistake(where, place.line(), place.column(), printable(message)));
        }
    }

    /** What the file says may be repeated in a message, but must not write on somebody's terminal. */
    private static String printable(String message) {
        StringBuilder printable = new StringBuilder(message.length());
        message.codePoints().forEach(point -> {
            if (isPrintable(point)) {
                printable.appendCodePoint(point);
            } else {
                printable.append(String.format("\\u%04x", point));
            }
        });
        return printable.toString();
    }

    private static boolean isPrintable(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }

    /** One that leaves nothing more to be read. */
    InvalidPolicyException last(Place place, String message) {
        add(place, message);
        return all();
    }

    void throwIfAny() {
        if (!mistakes.isEmpty()) {
            throw all();
        }
    }

    private InvalidPolicyException all() {
        return new InvalidPolicyException(mistakes.stream()
                .sorted(Comparator.comparing(Mistake::file)
                        .thenComparingInt(Mistake::line)
                        .thenComparingInt(Mistake::column))
                .toList());
    }
}
