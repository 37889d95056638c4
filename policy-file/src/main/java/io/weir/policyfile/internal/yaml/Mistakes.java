package io.weir.policyfile.internal.yaml;

import io.weir.policyfile.InvalidPolicyException;
import io.weir.policyfile.Mistake;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects the mistakes of a policy. Not thread-safe. */
public final class Mistakes {

    /** Further mistakes are dropped, because a file with so many is not written by hand. */
    private static final int MOST = 1_000;

    private final String file;
    private final List<Mistake> mistakes;

    /** @param file the file of the mistakes whose place names none */
    public Mistakes(String file) {
        this(file, new ArrayList<>());
    }

    private Mistakes(String file, List<Mistake> mistakes) {
        this.file = file;
        this.mistakes = mistakes;
    }

    /** Returns the same collection for mistakes in another file. */
    public Mistakes in(String other) {
        return new Mistakes(other, mistakes);
    }

    int count() {
        return mistakes.size();
    }

    public void add(Place place, String message) {
        if (mistakes.size() < MOST) {
            String where = place.file().isEmpty() ? file : place.file();
            mistakes.add(new Mistake(where, place.line(), place.column(), printable(message)));
        }
    }

    /** Escapes control characters, because messages quote the file and are printed on terminals. */
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

    /** Adds a mistake that ends the reading, and returns the exception to throw. */
    public InvalidPolicyException last(Place place, String message) {
        add(place, message);
        return all();
    }

    public void throwIfAny() {
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
