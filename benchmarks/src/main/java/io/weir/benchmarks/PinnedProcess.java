package io.weir.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A server process on the first core, which is paused while another server is measured. */
public final class PinnedProcess implements AutoCloseable {

    private static final Duration LONGEST_START = Duration.ofMinutes(2);

    private final Process process;
    private final Duration firstAnswer;

    private PinnedProcess(Process process, Duration firstAnswer) {
        this.process = process;
        this.firstAnswer = firstAnswer;
    }

    /** Starts the server and waits until it answers; its output goes to a file in the folder. */
    public static PinnedProcess start(String name, Path folder, List<String> command, BooleanSupplier answers)
            throws Exception {
        List<String> pinned = new ArrayList<>(List.of("taskset", "-c", "0"));
        pinned.addAll(command);
        Path log = folder.resolve(name.replace(' ', '-') + ".log");
        long start = System.nanoTime();
        Process process = new ProcessBuilder(pinned)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        while (!answers.getAsBoolean()) {
            if (!process.isAlive() || System.nanoTime() - start > LONGEST_START.toNanos()) {
                process.destroyForcibly();
                throw new IllegalStateException(name + " does not answer; it printed:\n" + Files.readString(log));
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
        return new PinnedProcess(process, Duration.ofNanos(System.nanoTime() - start));
    }

    /** Returns the time from the start of the process to its first answer. */
    public Duration firstAnswer() {
        return firstAnswer;
    }

    /** Returns the ids of the process and of its workers. */
    public List<Long> pids() {
        List<Long> pids = new ArrayList<>(List.of(process.pid()));
        process.descendants().forEach(child -> pids.add(child.pid()));
        return pids;
    }

    /** Pauses the process and its workers, including compilers. */
    public void pause() throws IOException, InterruptedException {
        signal("-STOP");
    }

    public void resume() throws IOException, InterruptedException {
        signal("-CONT");
    }

    private void signal(String signal) throws IOException, InterruptedException {
        for (long pid : pids()) {
            signal(pid, signal);
        }
    }

    public static void signal(long pid, String signal) throws IOException, InterruptedException {
        new ProcessBuilder("kill", signal, Long.toString(pid)).start().waitFor();
    }

    /** Ends the process, even if it is paused. */
    @Override
    public void close() throws IOException {
        process.destroy();
        for (long pid : pids()) {
            new ProcessBuilder("kill", "-CONT", Long.toString(pid)).start();
        }
        process.onExit().join();
    }
}
