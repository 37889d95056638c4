package io.weir.service;

import static io.weir.service.RawHttp.CHECK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import io.weir.service.access.Access;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rare but valid HTTP is answered as the standard says. */
final class UnusualHttpTest {

    private static final WeirService SERVICE =
            WeirService.start(new ServiceSettings(0, "127.0.0.1", new Access("admin-secret", Optional.empty())));
    private static final RawHttp HTTP = new RawHttp(SERVICE);
    private static final String HOST = "Host: localhost\r\n";
    private static final String CLOSE = "Connection: close\r\n\r\n";

    @AfterAll
    static void stop() {
        SERVICE.close();
    }

    private static String get(String key) {
        return "GET " + CHECK + "?key=" + key + "&algorithm=FIXED_WINDOW HTTP/1.1\r\n" + HOST;
    }

    private static List<String> keys(String responses) {
        return Pattern.compile("\"key\":\"([^\"]*)\"")
                .matcher(responses)
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    @Test
    void fiftyRequestsSentAtOnceAreAnsweredInTheirOrder() throws Exception {
        List<String> keys = IntStream.range(0, 50).mapToObj(i -> "pipe" + i).toList();
        String requests = keys.stream().limit(49).map(key -> get(key) + "\r\n").collect(Collectors.joining());
        String responses = HTTP.exchange(requests + get("pipe49") + CLOSE);
        assertThat(RawHttp.statuses(responses)).isEqualTo(Collections.nCopies(50, 200));
        assertThat(keys(responses)).isEqualTo(keys);
    }

    @Test
    void aSlowReaderGetsAllAnswersInOrder() throws Exception {
        List<String> keys = IntStream.range(0, 20_000).mapToObj(i -> "late" + i).toList();
        String requests = keys.stream().map(key -> get(key) + "\r\n").collect(Collectors.joining());
        ByteBuffer unsent = StandardCharsets.ISO_8859_1.encode(requests + get("end") + CLOSE);
        ByteBuffer taken = ByteBuffer.allocate(32 * 1024 * 1024);
        try (SocketChannel channel =
                SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), SERVICE.port()))) {
            channel.configureBlocking(false);
            await().atMost(ONE_MINUTE).until(() -> channel.write(unsent) == 0);
            await().atMost(ONE_MINUTE).pollInterval(Duration.ofMillis(1)).until(() -> {
                channel.write(unsent);
                return channel.read(taken) < 0;
            });
        }
        assertThat(keys(StandardCharsets.UTF_8.decode(taken.flip()).toString()))
                .startsWith(keys.toArray(String[]::new))
                .endsWith("end")
                .hasSize(keys.size() + 1);
    }

    @Test
    void checksBetweenOtherRequestsAreAnsweredInTheirOrder() throws Exception {
        StringBuilder requests = new StringBuilder();
        List<Integer> statuses = new ArrayList<>();
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            requests.append("GET /nothing HTTP/1.1\r\n").append(HOST).append("\r\n");
            requests.append(get("mixed" + i)).append("\r\n");
            requests.append("GET ")
                    .append(CHECK)
                    .append("?key= HTTP/1.1\r\n")
                    .append(HOST)
                    .append("\r\n");
            Collections.addAll(statuses, 404, 200, 400);
            keys.add("mixed" + i);
        }
        String responses = HTTP.exchange(requests + get("last") + CLOSE);
        statuses.add(200);
        keys.add("last");
        assertThat(RawHttp.statuses(responses)).isEqualTo(statuses);
        assertThat(keys(responses)).isEqualTo(keys);
    }

    @Test
    void aMalformedRequestDoesNotAffectEarlierAnswers() throws Exception {
        String responses = HTTP.exchange(get("fine0") + "\r\n" + get("fine1") + "\r\n" + get("broken")
                + "Accept\r\n\r\n" + get("never") + CLOSE);
        assertThat(RawHttp.statuses(responses)).containsExactly(200, 200, 400);
        assertThat(keys(responses)).containsExactly("fine0", "fine1");
    }

    @Test
    void noRequestAfterConnectionCloseIsAnswered() throws Exception {
        assertThat(keys(HTTP.exchange(get("last-one") + CLOSE + get("too-late") + CLOSE)))
                .containsExactly("last-one");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Connection: keep-alive\r\n"})
    void http10IsAnsweredAndClosed(String header) throws Exception {
        String responses = HTTP.exchange("GET " + CHECK + "?key=old HTTP/1.0\r\n" + header + "\r\n");
        assertThat(responses).startsWith("HTTP/1.0 200 ");
        assertThat(keys(responses)).containsExactly("old");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
                "Transfer-Encoding: chunked\r\n\r\n0\r\nTrailer: x\r\n\r\n",
                "Content-Length: 3\r\n\r\nabc",
                "Content-Length: 0\r\n\r\n",
                "Expect: 100-continue\r\n\r\n",
                "Upgrade: websocket\r\n\r\n"
            })
    void bodiesAndHeadersThatACheckDoesNotUseAreSkipped(String rest) throws Exception {
        String responses = HTTP.exchange(get("first") + rest + get("second") + CLOSE);
        assertThat(RawHttp.statuses(responses)).containsExactly(200, 200);
        assertThat(keys(responses)).containsExactly("first", "second");
    }

    @Test
    void aCheckIsAnsweredWithoutWaitingForAnAnnouncedBody() throws Exception {
        String responses = HTTP.exchange(get("declined") + "Content-Length: 3\r\nExpect: 100-continue\r\n" + CLOSE);
        assertThat(RawHttp.statuses(responses)).containsExactly(200);
    }

    @Test
    void aMalformedBodyEndsTheConnection() throws Exception {
        String responses =
                HTTP.exchange(get("chunks") + "Transfer-Encoding: chunked\r\n\r\nzz\r\n" + get("hidden") + CLOSE);
        assertThat(keys(responses)).containsExactly("chunks");
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://elsewhere", "http://[broken", "/.", "//x/..", "/%2e", "*", "x:80"})
    void otherSpellingsOfThePathOfACheckAreNotServed(String before) throws Exception {
        double decisions = HTTP.decisions();
        String response = HTTP.get(before + CHECK + "?key=spelt");
        assertThat(RawHttp.statuses(response)).hasSize(1).isSubsetOf(400, 404);
        assertThat(HTTP.decisions()).isEqualTo(decisions);
    }
}
