package io.weir.client;

import io.weir.client.patience.ClientListener;
import io.weir.client.patience.LaneClosedException;
import io.weir.client.patience.OutgoingCall;
import io.weir.client.patience.Partition;
import io.weir.client.patience.Patience;
import io.weir.client.spi.PatientCall;
import io.weir.client.spi.PatientCalls;
import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * A client that waits when a server asks for it, and tries again. Wherever an {@link HttpClient} can be given, it can take
 * its place. Thread-safe.
 *
 * <p>Calls to the same server with the same credential share a lane in this process, whichever patient client they use: a
 * refusal of one of them holds all of them back until the server's instant. A call that would have to wait for longer than
 * its patience gets the refused answer at once, or a {@link LaneClosedException} if it was not sent at all.
 *
 * <p>The timeout of a request is that of each attempt. Closing is left to the client inside.
 */
public final class PatientHttpClient extends HttpClient {

    private final HttpClient http;
    private final PatientCalls calls;

    PatientHttpClient(HttpClient http, PatientCalls calls) {
        this.http = http;
        this.calls = calls;
    }

    public static PatientHttpClient around(HttpClient http, Patience patience) {
        return new PatientHttpClient(http, PatientCalls.of(patience));
    }

    /** Returns a client with another opinion about which calls share a lane. */
    public PatientHttpClient withPartition(Partition partition) {
        return new PatientHttpClient(http, calls.withPartition(partition));
    }

    public PatientHttpClient withListener(ClientListener listener) {
        return new PatientHttpClient(http, calls.withListener(listener));
    }

    private PatientCall begin(HttpRequest request) {
        OutgoingCall call = new OutgoingCall(
                request.method(), request.uri(), name -> request.headers().firstValue(name));
        return calls.begin(call, () -> canBeSentAgain(request));
    }

    /** A body of unknown length may be a stream, of which nothing would be left: it would be sent empty, without an error. */
    private static boolean canBeSentAgain(HttpRequest request) {
        return request.bodyPublisher().map(body -> body.contentLength() >= 0).orElse(true);
    }

    /**
     * Sends the request, waits where the server asks for it, and sends it again.
     *
     * @throws LaneClosedException if the request was not sent, because the server has asked for a longer wait
     */
    @Override
    public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
            throws IOException, InterruptedException {
        return new BlockingExchange<>(http, request, handler).send(begin(request));
    }

    /** Does the same as {@link #send} without a thread. Cancelling the future ends the wait and the attempt. */
    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, BodyHandler<T> handler) {
        return sendAsync(request, handler, null);
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(
            HttpRequest request, BodyHandler<T> handler, @Nullable PushPromiseHandler<T> pushes) {
        AsyncExchange<T> exchange = new AsyncExchange<>(begin(request), request, handler);
        return exchange.start((sent, attempt) -> http.sendAsync(sent, attempt, pushes), http.executor());
    }

    @Override
    public WebSocket.Builder newWebSocketBuilder() {
        return http.newWebSocketBuilder();
    }

    @Override
    public Optional<CookieHandler> cookieHandler() {
        return http.cookieHandler();
    }

    @Override
    public Optional<Duration> connectTimeout() {
        return http.connectTimeout();
    }

    @Override
    public Redirect followRedirects() {
        return http.followRedirects();
    }

    @Override
    public Optional<ProxySelector> proxy() {
        return http.proxy();
    }

    @Override
    public SSLContext sslContext() {
        return http.sslContext();
    }

    @Override
    public SSLParameters sslParameters() {
        return http.sslParameters();
    }

    @Override
    public Optional<Authenticator> authenticator() {
        return http.authenticator();
    }

    @Override
    public Version version() {
        return http.version();
    }

    @Override
    public Optional<Executor> executor() {
        return http.executor();
    }
}
