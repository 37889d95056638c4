package io.weir.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.sun.net.httpserver.HttpServer;
import io.weir.blackbox.Calls;
import io.weir.cli.Weir;
import io.weir.cli.command.SettingsFile;
import io.weir.service.ServiceSettings;
import io.weir.service.WeirService;
import io.weir.service.access.Access;
import io.weir.service.observe.ObserveSettings;
import io.weir.service.observe.Tracing;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** {@code --traces} with collectors that fail. */
final class TracesOptionTest {

    private final Logger logger = (Logger) LoggerFactory.getLogger(Tracing.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @AfterEach
    void stopListening() {
        logger.detachAppender(log);
    }

    private List<String> messages() {
        return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    private static ObserveSettings settings(String url) {
        ObserveOptions options = new ObserveOptions();
        new CommandLine(CommandSpec.create()).addMixin("observability", options).parseArgs("--traces", url);
        return options.settings();
    }

    /** Starts a service and then listens to the log, because the start removes earlier listeners. */
    private WeirService serve(String url) {
        WeirService service =
                WeirService.start(new ServiceSettings(0, "127.0.0.1", new Access(Calls.ADMIN, Optional.empty()))
                        .withObserve(settings(url)));
        log.list = new CopyOnWriteArrayList<>();
        log.start();
        logger.addAppender(log);
        return service;
    }

    @Test
    void aCollectorThatRejectsSpansIsReportedOnceAndOnceMoreWhenItAcceptsThem() throws Exception {
        AtomicInteger status = new AtomicInteger(404);
        AtomicInteger asked = new AtomicInteger();
        List<String> taken = new CopyOnWriteArrayList<>();
        HttpServer collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.createContext("/", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            if (status.get() == 200) {
                taken.add(new String(body, StandardCharsets.ISO_8859_1));
            }
            asked.incrementAndGet();
            exchange.sendResponseHeaders(status.get(), -1);
            exchange.close();
        });
        collector.start();
        String address = "127.0.0.1:" + collector.getAddress().getPort() + "/v1/traces";
        try (WeirService service = serve("http://name:secret@" + address + "?token=secret")) {
            Calls calls = new Calls(service.port());
            for (int sent = 1; sent <= 2; sent++) {
                int wanted = sent;
                assertThat(calls.check("key=a").statusCode()).isEqualTo(200);
                await().atMost(Duration.ofMinutes(1)).until(() -> asked.get() >= wanted);
            }
            status.set(200);
            assertThat(calls.check("key=a").statusCode()).isEqualTo(200);
            await().atMost(Duration.ofMinutes(1)).until(() -> messages().size() == 2);
        } finally {
            collector.stop(0);
        }
        assertThat(messages())
                .containsExactly(
                        "Spans cannot be sent to http://" + address + " and are lost, checks are answered all the"
                                + " same: it does not answer like a collector; is the path right?",
                        "Spans are sent to http://" + address + " again; 2 or more were lost");
        assertThat(String.join("", taken)).contains("rate limit check", "weir.outcome", "allowed");
    }

    @Test
    void anAbsentCollectorIsReportedAndChecksGoOn() throws Exception {
        try (WeirService service = serve("http://127.0.0.1:1/v1/traces")) {
            assertThat(new Calls(service.port()).check("key=a").statusCode()).isEqualTo(200);
            await().atMost(Duration.ofMinutes(1)).until(() -> !messages().isEmpty());
        }
        assertThat(messages())
                .containsExactly("Spans cannot be sent to http://127.0.0.1:1/v1/traces and are lost, checks are"
                        + " answered all the same: ConnectException");
    }

    @Test
    void anInvalidCollectorAddressIsRejected(@TempDir Path data) {
        for (String url : new String[] {
            "localhost:4318", "ftp://host/v1/traces", "http://host", "http://host/", "http://host:99999/v1/traces"
        }) {
            StringWriter err = new StringWriter();
            int code = Weir.commandLine(new SettingsFile(Map.of(), Path.of("no-such-file.yml")))
                    .setErr(new PrintWriter(err))
                    .execute("serve", "--port=0", "--data-dir=" + data, "--traces=" + url);
            assertThat(code).as(url).isEqualTo(2);
            assertThat(err.toString())
                    .contains("--traces must be like http://localhost:4318/v1/traces, but was " + url);
        }
    }
}
