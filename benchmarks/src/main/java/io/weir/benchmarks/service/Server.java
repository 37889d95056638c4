package io.weir.benchmarks.service;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server process that answers checks, on the first core only. */
public final class Server implements AutoCloseable {

    private static final Duration LONGEST_START = Duration.ofMinutes(2);
    private static final double TICKS_PER_SECOND = 100;

    private final String name;
    private final Process process;
    private final int port;
    private final Duration firstAnswer;

    private Server(String name, Process process, int port, Duration firstAnswer) {
        this.name = name;
        this.process = process;
        this.port = port;
        this.firstAnswer = firstAnswer;
    }

    /** Starts the server and waits for its first response; its output goes to a file in the folder. */
    public static Server start(String name, int port, Path folder, List<String> command) throws Exception {
        List<String> pinned = new ArrayList<>(List.of("taskset", "-c", "0"));
        pinned.addAll(command);
        Path log = folder.resolve(name.replace(' ', '-') + ".log");
        long start = System.nanoTime();
        Process process = new ProcessBuilder(pinned)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        while (!answers(port)) {
            if (!process.isAlive() || System.nanoTime() - start > LONGEST_START.toNanos()) {
                process.destroy();
                throw new IllegalStateException(name + " does not answer; it printed:\n" + Files.readString(log));
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
        return new Server(name, process, port, Duration.ofNanos(System.nanoTime() - start));
    }

    private static boolean answers(int port) {
        try {
            URI check = URI.create("http://127.0.0.1:" + port + "/api/v1/rate-limit/check?key=first");
            return ((HttpURLConnection) check.toURL().openConnection()).getResponseCode() == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    String name() {
        return name;
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    int port() {
        return port;
    }

    Duration firstAnswer() {
        return firstAnswer;
    }

    /** The processor time that the server and its workers have used. */
    public double cpuSeconds() throws IOException {
        double seconds = 0;
        for (long pid : pids()) {
            seconds += cpuSeconds(pid);
        }
        return seconds;
    }

    /** The processor time that a process has used. */
    static double cpuSeconds(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS_PER_SECOND;
    }

    /** The time of all processors that the machine's host gave to others though there was work to do. */
    static double stolenSeconds() throws IOException {
        String all = Files.readString(Path.of("/proc/stat")).lines().findFirst().orElse("");
        return Long.parseLong(all.split(" +", -1)[8]) / TICKS_PER_SECOND;
    }

    /** How many decisions a service has made, of all or only those without its shared store, by its own meters. */
    double decisions(Counted which) throws IOException {
        URI meters = URI.create(url() + "/actuator/prometheus");
        String name = which == Counted.ALL ? "rate_limiter_requests_total{" : "rate_limiter_degraded_total{";
        try (InputStream in = meters.toURL().openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.startsWith(name))
                    .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                    .sum();
        }
    }

    /** The decisions to count. */
    enum Counted {
        ALL,
        DEGRADED
    }

    /** The memory that the server and its workers use. */
    long residentBytes() throws IOException {
        long kilobytes = 0;
        for (long pid : pids()) {
            kilobytes += Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .sum();
        }
        return kilobytes * 1024;
    }

    /** Pauses the server, including its compiler, while another one is measured. */
    public void pause() throws Exception {
        signal("-STOP");
    }

    public void resume() throws Exception {
        signal("-CONT");
    }

    private void signal(String signal) throws Exception {
        for (long pid : pids()) {
            signal(pid, signal);
        }
    }

    static void signal(long pid, String signal) throws Exception {
        new ProcessBuilder("kill", signal, Long.toString(pid)).start().waitFor();
    }

    private List<Long> pids() {
        List<Long> pids = new ArrayList<>(List.of(process.pid()));
        process.descendants().forEach(child -> pids.add(child.pid()));
        return pids;
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        for (long pid : pids()) {
            new ProcessBuilder("kill", "-CONT", Long.toString(pid)).start();
        }
        process.onExit().join();
    }
}
