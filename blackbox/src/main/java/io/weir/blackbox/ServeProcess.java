package io.weir.blackbox;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code weir serve} on a free port in a separate process, and the output of the process. */
public final class ServeProcess implements AutoCloseable {

    private static final Pattern ADDRESS = Pattern.compile("\\baddress\\W+http://127\\.0\\.0\\.1:(\\d+)");

    private final Process process;
    private final CompletableFuture<Integer> port = new CompletableFuture<>();
    private final CompletableFuture<String> output;

    private ServeProcess(Process process) {
        this.process = process;
        this.output = CompletableFuture.supplyAsync(this::read);
    }

    public static ServeProcess start(Path folder, Map<String, String> environment, String... options)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // Short-lived processes start faster without the optimizing compiler.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "io.weir.cli.Weir",
                "serve",
                "--port=0",
                "--data-dir=" + folder));
        command.addAll(List.of(options));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        return new ServeProcess(builder.start());
    }

    private String read() {
        StringBuilder all = new StringBuilder();
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                all.append(line).append('\n');
                Matcher address = ADDRESS.matcher(line);
                if (address.find()) {
                    port.complete(Integer.valueOf(address.group(1)));
                }
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        } finally {
            port.completeExceptionally(new IllegalStateException("weir serve ended before it was ready:\n" + all));
        }
        return all.toString();
    }

    /** Waits until the service is ready, and returns its port. */
    public int port() throws Exception {
        return port.get(180, TimeUnit.SECONDS);
    }

    /** Stops the process by SIGTERM, and returns its complete output. */
    public String stop() throws Exception {
        process.toHandle().destroy(); // process.destroy() would also close the output that is still read
        return output.get(60, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
