package io.weir;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Limit;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Limiters without a store share one bound, so that many of them do not exhaust the heap. */
final class ManyLimitersHeapTest {

    private static final int LIMITERS = 12;
    private static final int KEYS = 60_000;

    /** Runs in a separate process, whose heap is too small for a separate bound of each limiter. */
    public static void main(String[] arguments) {
        List<RateLimiter> limiters = Stream.generate(() -> RateLimiter.of(Limit.parse("10/day")))
                .limit(LIMITERS)
                .toList();
        for (int key = 0; key < KEYS; key++) {
            for (RateLimiter limiter : limiters) {
                limiter.tryAcquire("key" + key, 5);
            }
        }
        System.out.println("done");
    }

    @Test
    void manyLimitersWithManyKeysFitIntoASmallHeap() throws Exception {
        Process flood = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx20m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        ManyLimitersHeapTest.class.getName())
                .redirectErrorStream(true)
                .start();
        String output = new String(flood.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(flood.waitFor()).as(output).isZero();
        assertThat(output).contains("done");
    }
}
