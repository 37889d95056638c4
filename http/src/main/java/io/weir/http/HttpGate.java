package io.weir.http;

import io.weir.classify.IpAddress;
import io.weir.http.internal.RequestCheck;
import io.weir.policy.Classifier;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.Verdict;
import io.weir.policy.challenge.Challenge;
import io.weir.policy.rule.BotTerms.HoneypotField;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.RequestLimit;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A gate in front of an HTTP application: reads requests, asks the {@link Gate}, and writes the replies.
 *
 * <p>This object is shared by all requests. The state of one request is its {@link GatedRequest}, which
 * {@link #open} creates and on which adapters call everything else.
 */
public final class HttpGate {

    private record ReadHeaders(Set<String> ofRules, Set<String> ofClassifier, Set<String> all) {}

    private static final AtomicLong LAST_NUMBER = new AtomicLong();

    private final Gate gate;
    private final RequestReader reader;
    private final Responder responder;
    private final Holding holding;
    private final Classifier classifier;
    private final IntConsumer statuses;
    private final @Nullable ChallengeDesk challenges;

    /** The last union of headers; threads race for it, and each finds one that fits or makes its own. */
    private volatile @Nullable ReadHeaders readHeaders;

    private final String exposed;
    private final String attribute = GatedRequest.class.getName() + "." + LAST_NUMBER.incrementAndGet();

    /** Creates a gate with the defaults of {@link RequestReader}, {@link HeaderStyle} and {@link Holding}. */
    public HttpGate(Gate gate) {
        this(gate, RequestReader.USUAL, Responder.of(HeaderStyle.USUAL), new Holding());
    }

    public HttpGate(Gate gate, RequestReader reader, Responder responder, Holding holding) {
        this(gate, reader, responder, holding, request -> request, status -> {}, null);
    }

    private HttpGate(
            Gate gate,
            RequestReader reader,
            Responder responder,
            Holding holding,
            Classifier classifier,
            IntConsumer statuses,
            @Nullable ChallengeDesk challenges) {
        this.gate = gate;
        this.reader = reader;
        this.responder = responder;
        this.holding = holding;
        this.classifier = classifier;
        this.statuses = statuses;
        this.challenges = challenges;
        this.exposed = String.join(", ", responder.headers());
    }

    /** Returns a copy that passes each request through a classifier before each stage is checked. */
    public HttpGate withClassifier(Classifier other) {
        return new HttpGate(gate, reader, responder, holding, other, statuses, challenges);
    }

    /** Returns a copy that reports the response status of each request that was allowed, if it has one. */
    public HttpGate withStatuses(IntConsumer listener) {
        return new HttpGate(gate, reader, responder, holding, classifier, listener, challenges);
    }

    /**
     * Returns a copy that tells clients which challenge to pass, and checks the answers, which come back in
     * {@value ChallengeDesk#HEADER}. An answer is checked only if a rule asks for a challenge, and is good for one request.
     */
    public HttpGate withChallenge(Challenge challenge, ChallengeListener listener) {
        ChallengeDesk desk = new ChallengeDesk(challenge, listener, responder);
        return new HttpGate(gate, reader, responder, holding, classifier, statuses, desk);
    }

    @Nullable
    ChallengeDesk challenges() {
        return challenges;
    }

    /** @param request as it was classified; empty if no rule applies to it */
    void settled(Optional<Request> request, int status) {
        statuses.accept(status);
        request.ifPresent(classified -> classifier.responded(classified, status));
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

    /** Returns the request attribute under which adapters keep the {@link GatedRequest}; unique to each gate. */
    public String attribute() {
        return attribute;
    }

    /** Creates the state of a request; adapters call this once per request. */
    public GatedRequest open(HttpRequest http) {
        Optional<String> path = reader.path(http);
        if (path.isEmpty()) {
            return new GatedRequest(this, GatedRequest.Kind.AMBIGUOUS, http, "");
        }
        boolean exempt = reader.isExempt(http, path.get());
        return new GatedRequest(this, exempt ? GatedRequest.Kind.EXEMPT : GatedRequest.Kind.LIMITED, http, path.get());
    }

    /** Returns what requests for a path may look like; empty if the policy in force enforces nothing. */
    Optional<RequestLimit> requestLimit(String path) {
        return RequestCheck.limit(gate.policy(), path);
    }

    /** Checks a request without taking permits; the result is empty if the path is exempt or ambiguous, so no rule applies. */
    public CompletionStage<Optional<Verdict>> peek(HttpRequest http, Caller caller) {
        Optional<String> path = reader.withAttempts(attempt -> {}).path(http);
        if (path.isEmpty() || reader.isExempt(http, path.get())) {
            return CompletableFuture.completedStage(Optional.empty());
        }
        return gate.peek(classifier.describe(bare(http, path.get(), caller))).thenApply(Optional::of);
    }

    /** Returns whether fields of forms may have to be read: answers to challenges, or fields that must stay empty. */
    public boolean readsForms() {
        return challenges != null || !gate.policy().bots().honeypotFields().isEmpty();
    }

    /** Returns the field that must stay empty in this request; empty if the policy in force is off. */
    Optional<HoneypotField> honeypotField(HttpRequest http, String path) {
        Policy policy = gate.policy();
        return policy.mode() == Mode.OFF ? Optional.empty() : policy.bots().honeypotField(http.method(), path);
    }

    boolean enforces() {
        return gate.policy().mode() == Mode.ENFORCE;
    }

    /** Returns the address of the client, without reporting suspected attempts to bypass limits. */
    Optional<IpAddress> address(HttpRequest http) {
        return reader.withAttempts(attempt -> {}).address(http);
    }

    /** @param field that must stay empty, but has a value */
    Request read(HttpRequest http, String path, Caller caller, Optional<String> field) {
        Request known = bare(http, path, caller);
        return classified(
                field.map(name -> known.withFact(HoneypotField.FACT, name)).orElse(known));
    }

    private Request bare(HttpRequest http, String path, Caller caller) {
        Request bare = reader.request(http, path, caller, headers(gate.policy().headers()));
        return classifier.headers().isEmpty() ? bare : reader.withConnection(http, bare);
    }

    /** Returns the headers that rules and the classifier read. The union is computed once for each policy. */
    private Set<String> headers(Set<String> ofRules) {
        Set<String> ofClassifier = classifier.headers();
        if (ofClassifier.isEmpty()) {
            return ofRules;
        }
        ReadHeaders known = readHeaders;
        if (known == null || known.ofRules() != ofRules || known.ofClassifier() != ofClassifier) {
            Set<String> all = new HashSet<>(ofRules);
            ofClassifier.forEach(name -> all.add(name.toLowerCase(Locale.ROOT)));
            known = new ReadHeaders(ofRules, ofClassifier, Set.copyOf(all));
            readHeaders = known;
        }
        return known.all();
    }
}
