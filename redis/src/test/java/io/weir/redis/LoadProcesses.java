package io.weir.redis;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Several {@link LoadProcess} processes. */
final class LoadProcesses implements AutoCloseable {

    /** The combined answers to all processes; times are in µs. */
    record Outcome(long admitted, long failed, long first, long last, long firstDenied, long lastDenied) {

        Outcome plus(Outcome other) {
            return new Outcome(
                    admitted + other.admitted,
                    failed + other.failed,
                    Math.min(first, other.first),
                    Math.max(last, other.last),
                    Math.min(firstDenied, other.firstDenied),
                    Math.max(lastDenied, other.lastDenied));
        }
    }

    private record Running(Process process, BufferedReader output, Writer input) {}

    private final List<Running> all;

    LoadProcesses(int processes) {
        this.all = Stream.generate(LoadProcesses::start).limit(processes).toList();
    }

    private static Running start() {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                LoadProcess.class.getName());
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            return new Running(
                    process, process.inputReader(StandardCharsets.UTF_8), process.outputWriter(StandardCharsets.UTF_8));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Starts the processes together and waits for all. */
    Outcome run(String job) {
        return run(job, () -> {});
    }

    /** Starts the processes together, runs an action meanwhile, and waits for all. */
    Outcome run(String job, Runnable meanwhile) {
        all.forEach(each -> write(each, job));
        all.forEach(LoadProcesses::line);
        all.forEach(each -> write(each, "go"));
        meanwhile.run();
        return all.stream()
                .map(each -> outcome(line(each)))
                .reduce(Outcome::plus)
                .orElseThrow();
    }

    /** Pauses the processes. */
    void pauseFor(Duration time) {
        all.forEach(each -> signal("STOP", each));
        long start = System.nanoTime();
        Wait.until("the processes were paused for " + time, () -> System.nanoTime() - start > time.toNanos());
        all.forEach(each -> signal("CONT", each));
    }

    private static void signal(String name, Running running) {
        try {
            new ProcessBuilder("sh", "-c", "kill -" + name + " " + running.process.pid())
                    .start()
                    .waitFor();
        } catch (IOException | InterruptedException failure) {
            throw new AssertionError(failure);
        }
    }

    private static void write(Running running, String line) {
        try {
            running.input.append(line).append('\n').flush();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static String line(Running running) {
        try {
            String line = running.output.readLine();
            if (line == null) {
                throw new AssertionError("a process ended before it printed its result");
            }
            return line;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Outcome outcome(String line) {
        long[] numbers =
                Arrays.stream(line.split(" ", -1)).mapToLong(Long::parseLong).toArray();
        return new Outcome(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]);
    }

    @Override
    public void close() {
        all.forEach(each -> each.process.destroyForcibly());
    }
}
