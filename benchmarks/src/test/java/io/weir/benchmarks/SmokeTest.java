package io.weir.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.benchmarks.gate.Verdicts;
import io.weir.benchmarks.guard.Verifications;
import io.weir.benchmarks.memory.Checks;
import io.weir.benchmarks.metrics.MeasuredChecks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every benchmark still runs. */
final class SmokeTest {

    private static final Pattern NAMES = Pattern.compile("^  (\\w+)\\) main=(\\S+) ;;$", Pattern.MULTILINE);

    @Test
    void everyLimiterDoesAllTheWorkInMemory() throws Exception {
        assertThat(SmokeRun.of(Checks.class)).hasSize(6 * 4).contains("ownKey [WEIR]", "threeLimits [BUCKET4J]");
    }

    @Test
    void everyKindOfVerdictRuns() throws Exception {
        assertThat(SmokeRun.of(Verdicts.class)).hasSize(3 * 2).contains("verdict [10000, 10]");
    }

    @Test
    void keysAreVerified() throws Exception {
        assertThat(SmokeRun.of(Verifications.class)).hasSize(3).contains("verify [MISTYPED]");
    }

    @Test
    void everyKindOfMeteredCheckRuns() throws Exception {
        assertThat(SmokeRun.of(MeasuredChecks.class)).hasSize(4 * 3).contains("denial [ON_COARSE_CLOCK]");
    }

    static Stream<Arguments> namesOfTheScript() throws Exception {
        List<Arguments> names = NAMES.matcher(Files.readString(Path.of("run")))
                .results()
                .map((MatchResult line) -> Arguments.of(line.group(1), line.group(2)))
                .toList();
        assertThat(names).as("benchmarks that benchmarks/run starts").hasSizeGreaterThan(8);
        return names.stream();
    }

    /** The longer benchmarks need tools and minutes, so only their start and options are tested. */
    @ParameterizedTest
    @MethodSource("namesOfTheScript")
    void everyBenchmarkStartsAndRejectsUnknownOptions(String name, String main) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        main,
                        "--no-such-option")
                .redirectErrorStream(true)
                .start();
        try {
            String output = new String(process.getInputStream().readAllBytes(), UTF_8);
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(output).contains("write benchmarks/run " + name);
            assertThat(process.exitValue()).isEqualTo(2);
        } finally {
            process.destroyForcibly();
        }
    }
}
