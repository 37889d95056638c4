package io.weir.benchmarks.service;

import java.io.IOException;

/** A {@link PacedLoad} in a process of its own on the second core, where everything else goes first. */
final class PacedProcess implements AutoCloseable {

    private final Process process;

    private PacedProcess(Process process) {
        this.process = process;
    }

    static PacedProcess start(int port, int perSecond, long seconds, PacedLoad.Asked asked) throws IOException {
        return new PacedProcess(new ProcessBuilder(
                        "chrt",
                        "--idle",
                        "0",
                        "taskset",
                        "-c",
                        "1",
                        ServiceBenchmark.java(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        PacedLoad.class.getName(),
                        Integer.toString(port),
                        Integer.toString(perSecond),
                        Long.toString(seconds),
                        asked.name())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start());
    }

    void pause() throws Exception {
        Server.signal(process.pid(), "-STOP");
    }

    void resume() throws Exception {
        Server.signal(process.pid(), "-CONT");
    }

    double cpuSeconds() throws IOException {
        return Server.cpuSeconds(process.pid());
    }

    void requireAlive() {
        if (!process.isAlive()) {
            throw new IllegalStateException("a load failed; see above");
        }
    }

    /** Ends the process, also while it is paused. */
    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
