package io.weir.http;

import io.weir.policy.Caller;
import io.weir.policy.Classifier;
import io.weir.policy.Gate;
import io.weir.policy.Request;
import io.weir.policy.Verdict;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;

/** A gate in front of an HTTP application: every request gets a {@link Passage} and is taken through it stage by stage. */
public final class HttpGate {

    private static final AtomicLong LAST_NUMBER = new AtomicLong();

    private final Gate gate;
    private final RequestReader reader;
    private final Responder responder;
    private final Holding holding;
    private final Classifier classifier;
    private final IntConsumer statuses;
    private final String exposed;
    private final String attribute = Passage.class.getName() + "." + LAST_NUMBER.incrementAndGet();

    /** With all that is usual. */
    public HttpGate(Gate gate) {
        this(gate, RequestReader.USUAL, Responder.of(HeaderStyle.USUAL), new Holding());
    }

    public HttpGate(Gate gate, RequestReader reader, Responder responder, Holding holding) {
        this(gate, reader, responder, holding, request -> request, status -> {});
    }

    private HttpGate(
            Gate gate,
            RequestReader reader,
            Responder responder,
            Holding holding,
            Classifier classifier,
            IntConsumer statuses) {
        this.gate = gate;
        this.reader = reader;
        this.responder = responder;
        this.holding = holding;
        this.classifier = classifier;
        this.statuses = statuses;
        this.exposed = String.join(", ", responder.headers());
    }

    /** One like it that asks that classifier, at every stage, what else there is to say of a request. */
    public HttpGate withClassifier(Classifier other) {
        return new HttpGate(gate, reader, responder, holding, other, statuses);
    }

    /** One like it that tells the status of each response to a request that was let through, as far as it has one. */
    public HttpGate withStatuses(IntConsumer listener) {
        return new HttpGate(gate, reader, responder, holding, classifier, listener);
    }

    void settled(int status) {
        statuses.accept(status);
    }

    Request classified(Request request) {
        return classifier.classify(request);
    }

    public Gate gate() {
        return gate;
    }

    public Responder responder() {
        return responder;
    }

    public Holding holding() {
        return holding;
    }

    String exposed() {
        return exposed;
    }

    /** The name under which adapters keep a request's passage among its attributes; each gate has its own. */
    public String attribute() {
        return attribute;
    }

    /** The way of a request, to be asked for once. */
    public Passage open(HttpRequest http) {
        Optional<String> path = reader.path(http);
        if (path.isEmpty()) {
            return new Passage(this, Passage.Kind.AMBIGUOUS, http, "");
        }
        boolean exempt = reader.isExempt(http, path.get());
        return new Passage(this, exempt ? Passage.Kind.EXEMPT : Passage.Kind.LIMITED, http, path.get());
    }

    /** What the rules say of a request as it would come over HTTP, taking nothing; empty if it would not be asked of any rule. */
    public CompletionStage<Optional<Verdict>> peek(HttpRequest http, Caller caller) {
        Optional<String> path = reader.withAttempts(attempt -> {}).path(http);
        if (path.isEmpty() || reader.isExempt(http, path.get())) {
            return CompletableFuture.completedStage(Optional.empty());
        }
        return gate.peek(read(http, path.get(), caller)).thenApply(Optional::of);
    }

    Request read(HttpRequest http, String path, Caller caller) {
        return classified(reader.request(http, path, caller, gate.policy().headers()));
    }
}
