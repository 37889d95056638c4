package io.weir.benchmarks.service;

import io.weir.benchmarks.PinnedProcess;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A server process that answers checks, on the first core only. */
public final class Server implements AutoCloseable {

    private static final double TICKS_PER_SECOND = 100;

    private final String name;
    private final PinnedProcess process;
    private final int port;

    private Server(String name, PinnedProcess process, int port) {
        this.name = name;
        this.process = process;
        this.port = port;
    }

    /** Starts the server and waits for its first response; its output goes to a file in the folder. */
    public static Server start(String name, int port, Path folder, List<String> command) throws Exception {
        return new Server(name, PinnedProcess.start(name, folder, command, () -> answers(port)), port);
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
        return process.firstAnswer();
    }

    /** Returns the processor time that the server and its workers have used. */
    public double cpuSeconds() throws IOException {
        double seconds = 0;
        for (long pid : process.pids()) {
            seconds += cpuSeconds(pid);
        }
        return seconds;
    }

    /** Returns the processor time that a process has used. */
    static double cpuSeconds(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS_PER_SECOND;
    }

    /** Returns the processor time that the machine's host gave to other machines although there was work to do. */
    static double stolenSeconds() throws IOException {
        String all = Files.readString(Path.of("/proc/stat")).lines().findFirst().orElse("");
        return Long.parseLong(all.split(" +", -1)[8]) / TICKS_PER_SECOND;
    }

    /** Returns the number of a service's decisions, of all or only of those without its shared store, by its own meters. */
    double decisions(DecisionKind kind) throws IOException {
        URI meters = URI.create(url() + "/actuator/prometheus");
        String name = kind == DecisionKind.ALL ? "rate_limiter_requests_total{" : "rate_limiter_degraded_total{";
        try (InputStream in = meters.toURL().openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.startsWith(name))
                    .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                    .sum();
        }
    }

    /** The decisions that are counted. */
    enum DecisionKind {
        ALL,
        DEGRADED
    }

    /** Returns the memory that the server and its workers use. */
    long residentBytes() throws IOException {
        long kilobytes = 0;
        for (long pid : process.pids()) {
            kilobytes += Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .sum();
        }
        return kilobytes * 1024;
    }

    /** Pauses the server, including its compiler, while another one is measured. */
    public void pause() throws Exception {
        process.pause();
    }

    public void resume() throws Exception {
        process.resume();
    }

    @Override
    public void close() throws IOException {
        process.close();
    }
}
