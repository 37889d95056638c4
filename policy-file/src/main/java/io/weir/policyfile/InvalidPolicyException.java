package io.weir.policyfile;

import java.util.List;
import java.util.stream.Collectors;

/** A policy file cannot be used; it carries everything that is wrong with it. */
public final class InvalidPolicyException extends IllegalArgumentException {

    private static final int MOST_SHOWN = 50;

    private final String file;
    private final transient List<Mistake> mistakes;

    InvalidPolicyException(String file, List<Mistake> mistakes) {
        super(text(file, mistakes));
        this.file = file;
        this.mistakes = List.copyOf(mistakes);
    }

    private static String text(String file, List<Mistake> mistakes) {
        String lines = mistakes.stream()
                .limit(MOST_SHOWN)
                .map(mistake -> file + ":" + mistake)
                .collect(Collectors.joining("\n"));
        int more = mistakes.size() - MOST_SHOWN;
        return more > 0 ? lines + "\n… and " + more + " more" : lines;
    }

    public String file() {
        return file;
    }

    /** In the order in which they stand in the file; at least one. */
    public List<Mistake> mistakes() {
        return mistakes;
    }
}
