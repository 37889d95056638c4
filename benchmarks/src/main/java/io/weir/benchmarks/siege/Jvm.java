package io.weir.benchmarks.siege;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Reads the state of a Java process from the JDK's tools and the system, even if the process answers no requests. */
final class Jvm {

    private static final long TOOL_SECONDS = 10;

    private Jvm() {}

    static long mostHeap(long pid) throws IOException, InterruptedException {
        String flag = run("jinfo", "-flag", "MaxHeapSize", Long.toString(pid));
        return Long.parseLong(flag.replaceAll("\\D", ""));
    }

    /** The heap that is used after a collection. */
    static long usedHeap(long pid) throws IOException, InterruptedException {
        run("jcmd", Long.toString(pid), "GC.run");
        List<String> lines =
                run("jstat", "-gc", Long.toString(pid)).strip().lines().toList();
        if (lines.size() < 2) {
            return 0;
        }
        String[] names = lines.get(0).strip().split(" +", -1);
        String[] values = lines.get(1).strip().split(" +", -1);
        double kilobytes = 0;
        for (int i = 0; i < names.length; i++) {
            if (List.of("S0U", "S1U", "EU", "OU").contains(names[i]) && !values[i].equals("-")) {
                kilobytes += Double.parseDouble(values[i]);
            }
        }
        return (long) (kilobytes * 1024);
    }

    static long resident(long pid) throws IOException {
        return 1024
                * Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                        .filter(line -> line.startsWith("VmRSS:"))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                        .sum();
    }

    static String megabytes(long bytes) {
        return String.format(Locale.ROOT, "%,d", bytes / (1024 * 1024));
    }

    private static String run(String tool, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(BesiegedService.java(tool)));
        command.addAll(List.of(arguments));
        Path output = Files.createTempFile("weir-siege", ".txt");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            if (!process.waitFor(TOOL_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            return Files.readString(output, StandardCharsets.UTF_8);
        } finally {
            Files.delete(output);
        }
    }
}
