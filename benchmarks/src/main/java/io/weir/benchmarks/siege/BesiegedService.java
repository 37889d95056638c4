package io.weir.benchmarks.siege;

import io.weir.benchmarks.service.ServiceBenchmark;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** A service process: started as it is deployed, then kept on the first half of the cores. */
public final class BesiegedService implements AutoCloseable {

    public static final String TOKEN = "siege-token";

    private static final Duration LONGEST_START = Duration.ofMinutes(2);
    private static final Duration LONGEST_RECOVERY = Duration.ofSeconds(10);
    private static final int ANSWER_MILLIS = 2_000;
    /** Connections of the probe and of scrapes, which may come and go. */
    private static final int FEW_DESCRIPTORS = 24;

    private final Process process;
    private final int port;
    private final Path log;
    private int descriptorsBefore;
    private long mostHeap;

    private BesiegedService(Process process, int port, Path log) {
        this.process = process;
        this.port = port;
        this.log = log;
    }

    /** Starts the service, and does not wait for it. */
    static BesiegedService launch(Path jar, Path folder, List<String> java, List<String> options) throws IOException {
        int port = ServiceBenchmark.freePort();
        List<String> command = new ArrayList<>(Cores.onAll());
        command.add(java("java"));
        command.addAll(java);
        command.addAll(List.of("-jar", jar.toString(), "serve", "--port", "" + port));
        command.addAll(List.of("--data-dir", folder.resolve("data-" + port).toString()));
        command.addAll(options);
        Path log = folder.resolve("weir-" + port + ".log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        return new BesiegedService(process, port, log);
    }

    void awaitAnswer() throws Exception {
        await(() -> answers("/api/v1/rate-limit/check?key=first"));
        Cores.FIRST.pin(process.pid());
    }

    /** Waits until a condition holds, such as that a port accepts connections, while the process lives. */
    void await(BooleanSupplier condition) throws Exception {
        long end = System.nanoTime() + LONGEST_START.toNanos();
        while (!condition.getAsBoolean()) {
            if (!process.isAlive() || System.nanoTime() > end) {
                process.destroy();
                throw new IllegalStateException("the service does not start; it printed:\n" + Files.readString(log));
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    public int port() {
        return port;
    }

    long pid() {
        return process.pid();
    }

    /** Sends a request on a new connection. */
    boolean answers(String target) {
        return status(target) == 200;
    }

    /** The status of a response, or 0 if there is none in time. */
    int status(String target) {
        try {
            URI uri = URI.create("http://127.0.0.1:" + port + target);
            HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
            connection.setConnectTimeout(ANSWER_MILLIS);
            connection.setReadTimeout(ANSWER_MILLIS);
            connection.setRequestProperty("Authorization", "Bearer " + TOKEN);
            try {
                return connection.getResponseCode();
            } finally {
                connection.disconnect();
            }
        } catch (IOException none) {
            return 0;
        }
    }

    /** Records what the service holds before the attack. */
    void noteCalm() throws Exception {
        descriptorsBefore = descriptors();
        mostHeap = Jvm.mostHeap(pid());
    }

    /** Inspects the service after the attackers have hung up and it had time to recover. */
    Aftermath aftermath() throws Exception {
        long end = System.nanoTime() + LONGEST_RECOVERY.toNanos();
        boolean checks = false;
        boolean lives = false;
        while (process.isAlive()
                && System.nanoTime() < end
                && !(checks && lives && descriptors() <= descriptorsBefore + FEW_DESCRIPTORS)) {
            checks = answers("/api/v1/rate-limit/check?key=after");
            lives = answers("/actuator/health/liveness");
            TimeUnit.MILLISECONDS.sleep(100);
        }
        String alive = alive(checks, lives);
        if (!process.isAlive()) {
            return new Aftermath("", "", descriptorsBefore + " →", alive);
        }
        String heap = Jvm.megabytes(Jvm.usedHeap(pid())) + " / " + Jvm.megabytes(mostHeap);
        return new Aftermath(
                heap, Jvm.megabytes(Jvm.resident(pid())), descriptorsBefore + " → " + descriptors(), alive);
    }

    private String alive(boolean checks, boolean lives) throws IOException {
        long errors = outOfMemoryErrors();
        String said = errors == 0 ? "" : ", " + errors + " OutOfMemoryError";
        if (!process.isAlive()) {
            return "ended, exit " + process.exitValue() + said;
        }
        if (checks && lives) {
            return "yes" + said;
        }
        return (checks ? "" : "no check answered, ") + (lives ? "" : "liveness silent, ") + "process runs" + said;
    }

    private long outOfMemoryErrors() throws IOException {
        try (Stream<String> lines = Files.lines(log)) {
            return lines.filter(line -> line.contains("OutOfMemory")).count();
        }
    }

    private int descriptors() throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc/" + pid() + "/fd"))) {
            return (int) open.count();
        } catch (IOException ended) {
            return 0;
        }
    }

    static String java(String program) {
        return Path.of(System.getProperty("java.home"), "bin", program).toString();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
