package io.weir.policyfile;

import java.util.List;
import java.util.stream.Collectors;

/** A policy cannot be used; it carries everything that is wrong with it. */
public final class InvalidPolicyException extends IllegalArgumentException {

    private static final int MOST_SHOWN = 50;

    private final transient List<Mistake> mistakes;

    InvalidPolicyException(List<Mistake> mistakes) {
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

    /** In the order in which they stand in each file; at least one. */
    public List<Mistake> mistakes() {
        return mistakes;
    }
}
