package io.weir.benchmarks.service;

import io.weir.benchmarks.PinnedProcess;
import java.io.IOException;

/** A {@link PacedLoad} in a separate process on the second core, with the lowest priority. */
final class PacedProcess implements AutoCloseable {

    private final Process process;

    private PacedProcess(Process process) {
        this.process = process;
    }

    static PacedProcess start(int port, int perSecond, long seconds, PacedLoad.RequestKind kind) throws IOException {
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
                        kind.name())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start());
    }

    void pause() throws Exception {
        PinnedProcess.signal(process.pid(), "-STOP");
    }

    void resume() throws Exception {
        PinnedProcess.signal(process.pid(), "-CONT");
    }

    double cpuSeconds() throws IOException {
        return Server.cpuSeconds(process.pid());
    }

    void requireAlive() {
        if (!process.isAlive()) {
            throw new IllegalStateException("a load failed; see above");
        }
    }

    /** Ends the process, even if it is paused. */
    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
