package io.weir.http;

import io.weir.classify.Cidr;
import io.weir.classify.ForwardingHeader;
import io.weir.classify.TrustedProxies;
import io.weir.classify.spi.BypassAttempt;
import io.weir.memory.MemoryStore;
import io.weir.policy.Classifier;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.challenge.Challenge;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Stage;
import io.weir.time.ManualTime;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A web server with an {@link App} behind a gate whose clock stands still. */
final class Site implements AutoCloseable {

    /** The header that names the user; this site trusts it. */
    static final String USER = "X-Test-User";

    /** The header that names the API key; this site trusts it. */
    static final String KEY = "X-Test-Key";

    /** A generous limit: a server that answers does so at once. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

    final ManualTime time = ManualTime.create();
    final App app = new App();
    final List<BypassAttempt> attempts = new CopyOnWriteArrayList<>();
    final Gate gate;

    private RequestReader reader = RequestReader.USUAL.withAttempts(attempts::add);
    private HeaderStyle style = HeaderStyle.USUAL;
    private Holding holding = new Holding(100, time);
    private Classifier classifier = request -> request;
    private Optional<Challenge> challenge = Optional.empty();
    private ChallengeListener challengeListener = ChallengeListener.NONE;
    private boolean inTwoStages;
    private Optional<WebServer> server = Optional.empty();
    private final HttpClient client = HttpClient.newHttpClient();

    Site(Policy policy) {
        gate = new Gate(policy, new MemoryStore(time));
    }

    Site(Rule... rules) {
        this(Policy.of(rules));
    }

    Site trusting(ForwardingHeader header, String network) {
        reader = reader.withProxies(new TrustedProxies(List.of(Cidr.parse(network))), header);
        return this;
    }

    Site withStyle(HeaderStyle other) {
        style = other;
        return this;
    }

    Site classifying(Classifier other) {
        classifier = other;
        return this;
    }

    Site challenging(Challenge other, ChallengeListener listener) {
        challenge = Optional.of(other);
        challengeListener = listener;
        return this;
    }

    Site holding(int most) {
        holding = new Holding(most, time);
        return this;
    }

    /** Adds a filter between both stages that answers 401 to the user named nobody. */
    Site inTwoStages() {
        inTwoStages = true;
        return this;
    }

    Site start() throws Exception {
        HttpGate plain = new HttpGate(gate, reader, Responder.of(style), holding).withClassifier(classifier);
        HttpGate http = challenge
                .map(known -> plain.withChallenge(known, challengeListener))
                .orElse(plain);
        Filter authentication = (request, response, chain) -> {
            if ("nobody".equals(((HttpServletRequest) request).getHeader(USER))) {
                ((HttpServletResponse) response).sendError(401);
            } else {
                chain.doFilter(request, response);
            }
        };
        server = Optional.of(WebServer.start(
                app,
                inTwoStages
                        ? List.of(
                                new RateLimitFilter(http, Stage.BEFORE_AUTHENTICATION, Site::keyOf),
                                authentication,
                                new RateLimitFilter(http, Stage.AFTER_AUTHENTICATION, Site::callerOf))
                        : List.of(new RateLimitFilter(http, Stage.WHOLE, Site::callerOf))));
        return this;
    }

    private static Caller keyOf(HttpServletRequest request) {
        String key = request.getHeader(KEY);
        return key == null ? Caller.ANONYMOUS : Caller.apiKey(key);
    }

    private static Caller callerOf(HttpServletRequest request) {
        String user = request.getHeader(USER);
        return user == null ? keyOf(request) : keyOf(request).withUser(user);
    }

    int port() {
        return server.orElseThrow().port();
    }

    Holding held() {
        return holding;
    }

    RawHttp raw() {
        return new RawHttp(port());
    }

    /** @param headers names and values in turn */
    HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        return send("GET", path, headers);
    }

    HttpResponse<String> send(String method, String path, String... headers) throws IOException, InterruptedException {
        java.net.http.HttpRequest.Builder request = java.net.http.HttpRequest.newBuilder(uri(path))
                .timeout(LONGEST_WAIT)
                .method(method, BodyPublishers.noBody());
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port() + path);
    }

    /** Returns the remaining permits from the default headers. */
    static String remaining(HttpResponse<String> response) {
        return response.headers().firstValue("X-RateLimit-Remaining").orElse("no header");
    }

    @Override
    public void close() {
        server.ifPresent(WebServer::close);
    }
}
