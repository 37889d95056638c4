package io.weir.service;

import static io.weir.service.RawHttp.CHECK;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Malformed or ambiguous HTTP is rejected, consumes nothing and does not affect later requests. */
final class BadHttpTest {

    @RegisterExtension
    static final UnharmedService SERVICE = new UnharmedService();

    private static final RawHttp HTTP = SERVICE.http();

    private static final String TARGET = CHECK + "?key=bad&algorithm=SLIDING_WINDOW";
    private static final String GET = "GET " + TARGET + " HTTP/1.1\r\n";
    private static final String HOST = "Host: localhost\r\n";
    private static final String CLOSE = "Connection: close\r\n\r\n";

    static Stream<Arguments> notHttp() {
        return Stream.of(
                Arguments.of("a method only", "GET\r\n" + HOST + CLOSE),
                Arguments.of("no version", "GET " + TARGET + "\r\n" + HOST + CLOSE),
                Arguments.of("an additional word", "GET " + TARGET + " x HTTP/1.1\r\n" + HOST + CLOSE),
                Arguments.of("an invalid method", "G(T " + TARGET + " HTTP/1.1\r\n" + HOST + CLOSE),
                Arguments.of("another protocol", "GET " + TARGET + " SIP/2.0\r\n" + HOST + CLOSE),
                Arguments.of("HTTP/0.9", "GET " + TARGET + " HTTP/0.9\r\n" + HOST + CLOSE),
                Arguments.of("HTTP/1.2", "GET " + TARGET + " HTTP/1.2\r\n" + HOST + CLOSE),
                Arguments.of("HTTP/2.0", "GET " + TARGET + " HTTP/2.0\r\n" + HOST + CLOSE),
                Arguments.of("HTTP/9.9", "GET " + TARGET + " HTTP/9.9\r\n" + HOST + CLOSE),
                Arguments.of("the HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
                Arguments.of("a TLS handshake", "\u0016\u0003\u0001\u0000\u00a5\u0001\u0000\u0000\u00a1\u0003\u0003\n"),
                Arguments.of("high bytes", "\u0080\u00ff\u00fe\u00c0".repeat(50) + "\r\n\r\n"),
                Arguments.of("zero bytes", "\0".repeat(100) + "\r\n\r\n"),
                Arguments.of("bare line feeds", GET.replace("\r", "") + "Host: localhost\nConnection: close\n\n"),
                Arguments.of("a tab in the target", "GET " + TARGET + "\tx HTTP/1.1\r\n" + HOST + CLOSE));
    }

    static Stream<Arguments> badHeaders() {
        return Stream.of(
                Arguments.of("no colon", GET + HOST + "Accept\r\n" + CLOSE),
                Arguments.of("no name", GET + HOST + ": x\r\n" + CLOSE),
                Arguments.of("a space before the colon", GET + HOST + "Accept : x\r\n" + CLOSE),
                Arguments.of("a control character in the name", GET + HOST + "Acc\u0001ept: x\r\n" + CLOSE),
                Arguments.of("a zero byte in the value", GET + HOST + "Accept: x\0y\r\n" + CLOSE),
                Arguments.of("a carriage return in the value", GET + HOST + "Accept: x\ry\r\n" + CLOSE),
                Arguments.of("a continuation of nothing", GET + " Accept: x\r\n" + HOST + CLOSE),
                Arguments.of("no host", GET + CLOSE),
                Arguments.of("two hosts", GET + HOST + HOST + CLOSE),
                Arguments.of("two lengths", GET + HOST + "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd"),
                Arguments.of("a length that is no number", GET + HOST + "Content-Length: abc\r\n\r\n"),
                Arguments.of("a negative length", GET + HOST + "Content-Length: -1\r\n\r\n"),
                Arguments.of("a signed length", GET + HOST + "Content-Length: +3\r\n\r\nabc"),
                Arguments.of("an endless length", GET + HOST + "Content-Length: 99999999999999999999\r\n\r\n"),
                Arguments.of("an unknown transfer coding", GET + HOST + "Transfer-Encoding: xchunked\r\n\r\n"),
                Arguments.of(
                        "a transfer coding after chunked",
                        GET + HOST + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n"),
                Arguments.of(
                        "chunks in HTTP/1.0",
                        "GET " + TARGET + " HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
                Arguments.of(
                        "a length beside chunks, and a request that hides in the body",
                        GET + HOST + "Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + GET + HOST
                                + CLOSE));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"notHttp", "badHeaders"})
    void malformedHttpIsA400WithoutInternals(String what, String request) throws Exception {
        String response = HTTP.exchange(request);
        assertThat(RawHttp.statuses(response)).as(what).containsExactly(400);
        assertThat(response).contains("connection: close\r\n").doesNotContain("xception");
        assertThat(RawHttp.body(response)).isEmpty();
    }

    @Test
    void aRequestLineOfAMegabyteIsRejected() throws Exception {
        String response =
                HTTP.exchange("GET " + CHECK + "?key=" + "k".repeat(1_000_000) + " HTTP/1.1\r\n" + HOST + CLOSE);
        // The server does not read the rest of the line, so the connection may be reset before the answer is read.
        assertThat(RawHttp.statuses(response)).isSubsetOf(414);
    }

    @Test
    void aHeaderOfAMegabyteIsRejected() throws Exception {
        String response = HTTP.exchange(GET + HOST + "Accept: " + "x".repeat(1_000_000) + "\r\n" + CLOSE);
        assertThat(RawHttp.statuses(response)).isSubsetOf(431);
        assertThat(RawHttp.statuses(HTTP.exchange(GET + HOST + "Accept: " + "x".repeat(9_000) + "\r\n" + CLOSE)))
                .containsExactly(431);
    }

    @Test
    void theRestOfTheConnectionIsNotRead() throws Exception {
        String response = HTTP.exchange(GET + HOST + "Accept\r\n\r\n" + GET + HOST + CLOSE);
        assertThat(RawHttp.statuses(response)).containsExactly(400);
    }
}
