package io.weir.service.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import java.io.ByteArrayOutputStream;
import org.junit.jupiter.api.Test;

final class TextLogTest {

    @Test
    void onlyARecordBeginsAtTheStartOfALine() throws Exception {
        LoggerContext context = new LoggerContext();
        context.setMDCAdapter(new LogbackMDCAdapter());
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(TextLogTest.class.getResource("/log/message-and-trace.xml"));
        Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        LimitedConsole console = (LimitedConsole) root.getAppender("CONSOLE");
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        console.setOutputStream(shown);

        root.warn("RECORD \u001b[31m\nforged", new IllegalStateException("\u001b[31m\nforged"));

        assertThat(shown.toString(UTF_8).lines())
                .contains("RECORD \\u{1b}[31m", "  forged")
                .anyMatch(line -> line.endsWith("IllegalStateException: \\u{1b}[31m"))
                .allMatch(line -> line.startsWith("RECORD") || line.isEmpty() || line.startsWith("  "));
        context.stop();
    }
}
