package io.weir.benchmarks.siege;

import java.util.List;

/** The two halves of the machine's cores: the service has the first; the attackers, the probe and Redis have the second. */
enum Cores {
    FIRST,
    SECOND;

    private static final int ALL = Runtime.getRuntime().availableProcessors();

    private String range() {
        int half = Math.max(1, ALL / 2);
        return this == FIRST || ALL == 1 ? "0-" + (half - 1) : half + "-" + (ALL - 1);
    }

    void pin(long pid) throws Exception {
        new ProcessBuilder("taskset", "-acp", range(), Long.toString(pid))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    /** The prefix of a command that may use every core, whichever cores this process uses. */
    static List<String> onAll() {
        return List.of("taskset", "-c", "0-" + (ALL - 1));
    }

    /** The prefix of a command that runs on these cores only, with lower priority than other processes. */
    List<String> politely() {
        return List.of("nice", "-n", "5", "taskset", "-c", range());
    }
}
