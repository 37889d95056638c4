package io.weir.service.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import io.weir.time.ManualTime;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class LimitedConsoleTest {

    private final ManualTime time = ManualTime.create();
    private final LoggerContext context = new LoggerContext();
    private final LimitedConsole console = new LimitedConsole(time);
    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();

    @BeforeEach
    void start() {
        context.setMDCAdapter(new LogbackMDCAdapter());
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern("%level %logger %msg%n");
        encoder.start();
        console.setContext(context);
        console.setEncoder(encoder);
        console.start();
        console.setOutputStream(shown);
        Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.DEBUG);
        root.addAppender(console);
    }

    private static List<String> numbered(String prefix, int from, int to) {
        return IntStream.rangeClosed(from, to)
                .mapToObj(number -> prefix + number)
                .collect(Collectors.toList());
    }

    private static void inAThreadThatServes(Runnable task) throws InterruptedException {
        Thread thread = new Thread(task, "serves");
        thread.start();
        thread.join();
    }

    private List<String> shownAfterStop() {
        context.stop();
        return shown.toString(UTF_8).lines().toList();
    }

    @Test
    void printsTenAtOnceThenOneASecondAndCountsTheOthers() throws Exception {
        inAThreadThatServes(() -> {
            Logger logger = context.getLogger("a");
            // The text differs each time, like the text of callers.
            numbered("connection ", 1, 1010).forEach(logger::warn);
            time.advance(Duration.ofSeconds(1));
            numbered("connection ", 2001, 3000).forEach(logger::warn);
        });
        List<String> expected = numbered("WARN a connection ", 1, 10);
        expected.add("WARN a connection 2001");
        expected.add("WARN a … and 1,999 more like these");
        assertThat(shownAfterStop()).isEqualTo(expected);
    }

    @Test
    void aFloodOfOneKindHidesNoOther() throws Exception {
        inAThreadThatServes(() -> {
            numbered("", 1, 1000).forEach(context.getLogger("a")::warn);
            context.getLogger("a").error("worse");
            context.getLogger("b").warn("other");
        });
        assertThat(shownAfterStop()).hasSize(13).contains("ERROR a worse", "WARN b other");
    }

    @Test
    void printsTheCountEvenWhenNothingFollows() throws Exception {
        CountDownLatch lines = new CountDownLatch(11);
        console.setOutputStream(new OutputStream() {
            @Override
            public void write(int letter) {
                if (letter == '\n') {
                    lines.countDown();
                }
            }
        });
        inAThreadThatServes(() -> numbered("", 1, 15).forEach(context.getLogger("a")::warn));
        assertThat(lines.await(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void recordsOfTheMainThreadAndAtDebugAreNeverLimited() throws Exception {
        inAThreadThatServes(() -> numbered("", 1, 100).forEach(context.getLogger("a")::debug));
        Thread.currentThread().setName("main");
        numbered("", 1, 100).forEach(context.getLogger("a")::error);
        assertThat(shownAfterStop()).hasSize(200);
    }
}
