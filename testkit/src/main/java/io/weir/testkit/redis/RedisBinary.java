package io.weir.testkit.redis;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The redis-server or valkey-server that tests run on: the one named by the environment variable
 * {@code WEIR_TEST_REDIS_SERVER}, of any version; else the first one on the PATH of version 7.0 or later; else the one
 * that this module contains.
 */
public final class RedisBinary {

    static final String VARIABLE = "WEIR_TEST_REDIS_SERVER";
    private static final Pattern VERSION = Pattern.compile("erver v=((\\d+)\\.[\\d.]+)");
    private static final int OLDEST_MAJOR = 7;

    private final Path path;
    private final String version;
    private final boolean embedded;

    private RedisBinary(Path path, String version, boolean embedded) {
        this.path = path;
        this.version = version;
        this.embedded = embedded;
    }

    /** The binary of this run, which is searched once and reported on the standard error. */
    public static RedisBinary find() {
        return Found.BINARY;
    }

    static RedisBinary choose(@Nullable String named, String searchPath) {
        if (named != null && !named.isBlank()) {
            Path path = Path.of(named);
            String version = version(path)
                    .orElseThrow(() -> new IllegalStateException(VARIABLE + " is '" + named
                            + "', which is not an executable redis-server or valkey-server; set it to the path of one,"
                            + " or unset it to use the one on the PATH or the one the tests bring along"));
            return new RedisBinary(path, version, false);
        }
        return onPath(searchPath).orElseGet(RedisBinary::embedded);
    }

    private static Optional<RedisBinary> onPath(String searchPath) {
        for (String name : new String[] {"redis-server", "valkey-server"}) {
            for (String folder : searchPath.split(File.pathSeparator, -1)) {
                Path path = Path.of(folder, name);
                Optional<String> version = version(path);
                if (version.isPresent() && major(version.get()) >= OLDEST_MAJOR) {
                    return Optional.of(new RedisBinary(path, version.get(), false));
                }
            }
        }
        return Optional.empty();
    }

    private static RedisBinary embedded() {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac") ? "darwin" : "linux";
        String machine = System.getProperty("os.arch");
        String resource = "/redis-server-7.0.15-" + os + "-" + (machine.equals("aarch64") ? "arm64" : "amd64");
        try (InputStream in = RedisBinary.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("there is no redis-server of version 7.0 or later on the PATH, and no "
                        + resource + " on the class path; install redis or set " + VARIABLE);
            }
            Path path = Files.createTempFile("weir-redis-server", "");
            path.toFile().deleteOnExit();
            Files.copy(in, path, StandardCopyOption.REPLACE_EXISTING);
            if (!path.toFile().setExecutable(true)) {
                throw new IOException(path + " cannot be made executable");
            }
            String version = version(path)
                    .orElseThrow(() -> new IllegalStateException(resource + " does not run on " + os + " " + machine
                            + "; install redis-server 7.0 or later or set " + VARIABLE));
            return new RedisBinary(path, version, true);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Optional<String> version(Path path) {
        if (!Files.isRegularFile(path) || !Files.isExecutable(path)) {
            return Optional.empty();
        }
        try {
            Process process = new ProcessBuilder(path.toString(), "--version")
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            Matcher matcher =
                    VERSION.matcher(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
        } catch (IOException notAProgram) {
            return Optional.empty();
        }
    }

    private static int major(String version) {
        return Integer.parseInt(version.substring(0, version.indexOf('.')));
    }

    public Path path() {
        return path;
    }

    public String version() {
        return version;
    }

    /**
     * Returns whether it is the one that this module contains, which is much slower than a usual build and unfit for
     * benchmarks.
     */
    public boolean isEmbedded() {
        return embedded;
    }

    @Override
    public String toString() {
        return path + " " + version + (embedded ? " (brought along by the tests)" : "");
    }

    private static final class Found {
        static final RedisBinary BINARY = choose(
                System.getenv(VARIABLE),
                Optional.ofNullable(System.getenv("PATH")).orElse(""));

        static {
            System.err.println("Redis: " + BINARY);
        }
    }
}
