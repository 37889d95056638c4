package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weir.redis.internal.script.Scripts;
import io.weir.testkit.redis.RedisServer;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every script that Redis runs is a file on disk that Redis and other Lua tools can read. */
final class ScriptFilesTest {

    static final Path FOLDER = Path.of("src", "main", "resources", "io", "weir", "redis");
    private static final Path TEST_FOLDER = Path.of("src", "test", "resources", "io", "weir", "redis");

    private static List<Path> filesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".lua"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void redisRunsTheUnchangedFiles() throws IOException {
        List<String> run = Stream.concat(Scripts.onRedisTime().values().stream(), Stream.of(Scripts.replaceDocument()))
                .map(script -> new String(script.text(), StandardCharsets.UTF_8))
                .toList();
        List<String> onDisk =
                filesIn(FOLDER).stream().map(ScriptFilesTest::read).toList();
        assertThat(run).containsExactlyInAnyOrderElementsOf(onDisk);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
    }

    @Test
    void redisCompilesEveryFile() throws IOException {
        try (RedisServer redis = RedisServer.start();
                RawRedis raw = new RawRedis(redis)) {
            for (Path file : filesIn(FOLDER)) {
                assertThatCode(() -> raw.commands().scriptLoad(read(file)))
                        .as("%s", file)
                        .doesNotThrowAnyException();
            }
        }
    }

    @Test
    void luacheckFindsNoMistake() throws IOException, InterruptedException {
        assumeTrue(isOnPath("luacheck"), "luacheck is not on the PATH (on Debian: apt-get install lua-check)");
        Process luacheck = new ProcessBuilder(
                        "luacheck", "--no-color", "--quiet", FOLDER.toString(), TEST_FOLDER.toString())
                .redirectErrorStream(true)
                .start();
        String found = new String(luacheck.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(luacheck.waitFor()).as(found).isZero();
    }

    private static boolean isOnPath(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }
}
