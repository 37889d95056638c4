package io.weir.compat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The starter on a class path without weir-redis, weir-guard-jdbc and what they bring, in a class loader of its own. */
final class WithoutOptionalsTest {

    private static final String MISSING =
            "rate-limit.store: counters in Redis need the dependency io.weir:weir-redis, which the application does not have;"
                    + " add it to the build, or write memory";

    private static final String NO_DATABASE = "rate-limit.guard.keys.enabled: API keys in a database need the dependency"
            + " io.weir:weir-guard-jdbc, which the application does not have; add it to the build, or write false";

    private static URLClassLoader loader;

    @BeforeAll
    static void filterClassPath() {
        URL[] kept = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(Path::of)
                .filter(entry -> !isLeftOut(entry))
                .map(WithoutOptionalsTest::url)
                .toArray(URL[]::new);
        loader = new URLClassLoader(kept, ClassLoader.getPlatformClassLoader());
    }

    @AfterAll
    static void close() throws Exception {
        loader.close();
    }

    /** In the build of all modules, modules of Weir may be folders of classes. */
    private static boolean isLeftOut(Path entry) {
        return entry.getFileName().toString().matches("(reactor-)?(netty|lettuce|weir-redis|weir-guard|flyway)-.*")
                || Files.exists(entry.resolve("io/weir/redis/RedisStore.class"))
                || Files.exists(entry.resolve("io/weir/guard"));
    }

    private static URL url(Path entry) {
        try {
            return entry.toUri().toURL();
        } catch (java.net.MalformedURLException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Statuses of the application, which is started with the filtered class path. */
    @SuppressWarnings("unchecked")
    private static List<Integer> statuses(String... options) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            Object application = loader.loadClass(MemoryOnly.class.getName())
                    .getConstructor()
                    .newInstance();
            return ((Function<List<String>, List<Integer>>) application).apply(List.of(options));
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    void theFilteredClassPathLacksWhatIsOptional() {
        for (String name : List.of(
                "io.weir.redis.RedisStore",
                "io.lettuce.core.RedisClient",
                "io.netty.buffer.ByteBuf",
                "io.weir.guard.jdbc.GuardDatabase",
                "io.weir.guard.key.verify.ApiKeyRegistry",
                "org.flywaydb.core.Flyway")) {
            assertThatThrownBy(() -> loader.loadClass(name)).isInstanceOf(ClassNotFoundException.class);
            assertThat(getClass().getClassLoader().getResource(name.replace('.', '/') + ".class")).isNotNull();
        }
    }

    @Test
    void anApplicationThatCountsInMemoryRuns() throws Exception {
        assertThat(statuses()).containsExactly(200, 200, 429);
    }

    /** The output of an application that fails to start with this message. */
    private static String complaint(String message, String option) {
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        Throwable failure;
        try {
            failure = catchThrowable(() -> statuses(option));
        } finally {
            System.setOut(before);
        }
        assertThat(failure).rootCause().hasMessage(message);
        return printed.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aStoreInRedisNamesTheMissingDependency() {
        assertThat(complaint(MISSING, "--rate-limit.store=redis://me:secret@localhost"))
                .contains("A rate limit setting is invalid:", MISSING)
                .doesNotContain("secret");
    }

    @Test
    void keysInADatabaseNameTheMissingDependency() {
        assertThat(complaint(NO_DATABASE, "--rate-limit.guard.keys.enabled=true"))
                .contains("A rate limit setting is invalid:", NO_DATABASE);
    }
}
