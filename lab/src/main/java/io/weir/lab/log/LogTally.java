package io.weir.lab.log;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Counts what became of the lines of all files of a log. Written by one thread; {@link #lines} may be read by others. */
public final class LogTally {

    private static final int SHOWN = 5;
    private static final long FIRST_CHECK = 10_000;

    private final AtomicLong lines = new AtomicLong();
    private long requests;
    private long unreadable;
    private long withoutRequest;
    private long late;
    private boolean coarse;
    private final List<String> examples = new ArrayList<>();
    private final List<String> damaged = new ArrayList<>();

    void line() {
        if (lines.incrementAndGet() % FIRST_CHECK == 0) {
            refuseIfWrong();
        }
    }

    void notRead(String file, long number, byte[] bytes) {
        unreadable++;
        if (examples.size() < SHOWN) {
            examples.add(file + ":" + number + ": " + KnownFormats.cut(bytes));
        }
    }

    void noRequest() {
        withoutRequest++;
    }

    void request() {
        requests++;
    }

    void wholeSeconds() {
        coarse = true;
    }

    void tooLate() {
        late++;
    }

    void broken(String file, String how) {
        damaged.add(file + " " + how);
    }

    /** Fails if so much cannot be used that the format or the order must be wrong. */
    void refuseIfWrong() {
        if (unreadable * 20 > lines()) {
            throw new UnusableLogException(unreadable + " of " + lines()
                    + " lines cannot be read, so this is probably another format; write --format. The first of them:\n"
                    + "  "
                    + String.join("\n  ", examples));
        }
        if (late * 20 > requests && late > 100) {
            throw new UnusableLogException(late + " of " + requests + " requests are older than the ones before them by"
                    + " more than the reorder window. Give each file of a host by itself, or write --reorder 10min");
        }
    }

    public long lines() {
        return lines.get();
    }

    public long requests() {
        return requests;
    }

    public long unreadable() {
        return unreadable;
    }

    /** Returns how many lines have no method and path that the service would accept. */
    public long withoutRequest() {
        return withoutRequest;
    }

    /** Returns how many requests came later in the log than the reorder window allows. */
    public long late() {
        return late;
    }

    /** Returns whether some file has whole seconds only. */
    public boolean coarse() {
        return coarse;
    }

    /** Returns the first lines that cannot be read, with their places. */
    public List<String> examples() {
        return List.copyOf(examples);
    }

    /** Returns the files that end too early or are damaged, and how. */
    public List<String> damaged() {
        return List.copyOf(damaged);
    }
}
