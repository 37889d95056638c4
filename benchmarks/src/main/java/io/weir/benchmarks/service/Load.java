package io.weir.benchmarks.service;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The result of wrk, which loads a server from the second core over 32 connections.
 *
 * @param cpuMicros the server's processor time per check
 */
public record Load(
        long requests, double perSecond, double p50Millis, double p95Millis, double p99Millis, double cpuMicros) {

    private static final String CONNECTIONS = "32";
    private static final String RESULT = "RESULT ";

    /** Sends checks to the server, on keys that the arguments of the script choose. */
    public static Load on(Server server, Duration duration, Path script, Object... arguments) throws Exception {
        List<String> command =
                new ArrayList<>(List.of("taskset", "-c", "1", "wrk", "-t1", "-c" + CONNECTIONS, "--timeout", "30s"));
        command.addAll(List.of("-d" + duration.toSeconds() + "s", "-s", script.toString(), server.url(), "--"));
        Arrays.stream(arguments).map(String::valueOf).forEach(command::add);
        double cpuBefore = server.cpuSeconds();
        Process wrk = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(wrk.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int result = output.indexOf(RESULT);
        if (wrk.waitFor() != 0 || result < 0) {
            throw new IllegalStateException("wrk failed on " + server.name() + ":\n" + output);
        }
        String[] numbers = output.substring(result + RESULT.length())
                .lines()
                .findFirst()
                .orElseThrow()
                .split(" ", -1);
        if (!numbers[5].equals("0")) {
            throw new IllegalStateException(numbers[5] + " requests to " + server.name() + " failed:\n" + output);
        }
        long requests = Long.parseLong(numbers[0]);
        return new Load(
                requests,
                requests / (Long.parseLong(numbers[1]) / 1e6),
                Long.parseLong(numbers[2]) / 1e3,
                Long.parseLong(numbers[3]) / 1e3,
                Long.parseLong(numbers[4]) / 1e3,
                (server.cpuSeconds() - cpuBefore) * 1e6 / requests);
    }
}
