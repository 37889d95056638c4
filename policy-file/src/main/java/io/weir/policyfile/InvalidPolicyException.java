package io.weir.policyfile;

import java.util.List;
import java.util.stream.Collectors;

/** A policy cannot be used; the exception has all mistakes that were found. */
public final class InvalidPolicyException extends IllegalArgumentException {

    private static final int MOST_SHOWN = 50;

    private final transient List<Mistake> mistakes;

    public InvalidPolicyException(List<Mistake> mistakes) {
        super(text(mistakes));
        this.mistakes = List.copyOf(mistakes);
    }

    private static String text(List<Mistake> mistakes) {
        String lines = mistakes.stream()
                .limit(MOST_SHOWN)
                .map(mistake -> mistake.file() + (mistake.line() == 0 ? ": " : ":") + mistake)
                .collect(Collectors.joining("\n"));
        int more = mistakes.size() - MOST_SHOWN;
        return more > 0 ? lines + "\n… and " + more + " more" : lines;
    }

    /** Returns at least one mistake; those of one file are in the order of their lines. */
    public List<Mistake> mistakes() {
        return mistakes;
    }
}
